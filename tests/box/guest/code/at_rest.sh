# Nobody presses; lamps' pins as a Raspberry Pi pulls them when nobody drives them.
for line in /run/lines/sim_gpio*; do
    case ${line##*gpio} in
    23 | 24 | 25 | 12 | 16 | 26 | 13 | 11) echo pull-down > $line/pull ;;
    *) echo pull-up > $line/pull ;;
    esac
done
