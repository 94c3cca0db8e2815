# A buzzer hub's cable: dummy_hcd is a USB socket and its plug in one machine. The system sees a Raspberry Pi Pico that
# runs MicroPython; what goes over its port goes on to the machine's wire "hub". `hub_gadget.sh in | out`.
set -e
gadget=/sys/kernel/config/usb_gadget/hub
if [ $1 = out ]; then
    echo '' > $gadget/UDC
    exit
fi
if [ ! -d $gadget ]; then
    modprobe -a dummy_hcd libcomposite
    mountpoint -q /sys/kernel/config || mount -t configfs config /sys/kernel/config
    mkdir -p $gadget/strings/0x409 $gadget/configs/c.1 $gadget/functions/acm.0
    cd $gadget
    echo 0x2e8a > idVendor
    echo 0x0005 > idProduct
    echo e660583883724a32 > strings/0x409/serialnumber
    echo MicroPython > strings/0x409/manufacturer
    echo Board in FS mode > strings/0x409/product
    ln -s $gadget/functions/acm.0 configs/c.1
    stty -F /dev/ttyGS0 raw -echo
    exec 3<>/dev/ttyGS0 4<>/dev/virtio-ports/hub
    cat <&3 >&4 2>/dev/null &
    cat <&4 >&3 2>/dev/null &
fi
ls /sys/class/udc | head -n 1 > $gadget/UDC
