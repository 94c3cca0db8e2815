# A gpio-sim chip: 28 lines whose offsets are BCM numbers. Its folder of lines is linked to /run/lines.
set -e
modprobe gpio-sim
mountpoint -q /sys/kernel/config || mount -t configfs config /sys/kernel/config
bank=/sys/kernel/config/gpio-sim/box/bank0
mkdir -p $bank
echo 28 > $bank/num_lines
echo pinctrl-bcm2711 > $bank/label
echo 1 > $bank/../live
ln -sfn /sys/devices/platform/$(cat $bank/../dev_name)/$(cat $bank/chip_name) /run/lines
sh /opt/box/at_rest.sh
udevadm settle
