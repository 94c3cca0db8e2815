"""The box's sounds: WAV files, made by make.py with the means of synth.py. A sound's name is its file's name."""
