// A PIO state machine and a DMA channel on rp2040js, without a processor: what Python asks for on standard input is done
// at its nanosecond, what it wants to see is printed. Python judges (test_rp2040js.py).
//
// usage: node rp2040.mjs RP2040JS/dist/esm/index.js < orders.json
// orders: {program, exec, execctrl, shiftctrl, pinctrl, clkdiv, dma: {read, write, count, ctrl}, actions}
// actions, in order of their `ns`: {pins: levels of GP2 to GP9}, {dma: false or true}, {look: true}, {clear: FDEBUG bits}

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { RP2040 } = await import(pathToFileURL(resolve(process.argv[2])));
const orders = JSON.parse(readFileSync(0, "utf8"));

const SYSTEM_NS = 8; // 125 MHz
const FIRST_PIN = 2;
const RING_WORDS = 1024;
const PADS = 0x4001c000, DMA = 0x50000000, PIO = 0x50200000;
const CH0_READ = DMA + 0x00, CH0_WRITE = DMA + 0x04, CH0_COUNT = DMA + 0x08, CH0_CTRL_TRIG = DMA + 0x0c, CH0_CTRL = DMA + 0x10;
const CTRL = PIO + 0x00, FDEBUG = PIO + 0x08, INSTR_MEM = PIO + 0x48;
const SM0_CLKDIV = PIO + 0xc8, SM0_EXECCTRL = PIO + 0xcc, SM0_SHIFTCTRL = PIO + 0xd0, SM0_INSTR = PIO + 0xd8, SM0_PINCTRL = PIO + 0xdc;

const chip = new RP2040();
const pio = chip.pio[0];
const machine = pio.machines[0];

// rp2040js lets a state machine run by a timer of its own, a thousand instructions at a time, one a cycle. Here it runs
// by the chip's clock: an instruction takes 1 + delay cycles (it counts those, but does not wait for them), a cycle takes
// the divisor's time. And joined queues hold eight.
pio.run = () => {};
if (orders.shiftctrl >>> 31) machine.rxFIFO = new machine.rxFIFO.constructor(8);

for (let i = 0; i < 8; i++) chip.writeUint32(PADS + 4 * (1 + FIRST_PIN + i), 0x5a); // input enabled, pulled up
pins(0xff);
orders.program.forEach((opcode, i) => chip.writeUint32(INSTR_MEM + 4 * i, opcode));
chip.writeUint32(SM0_CLKDIV, orders.clkdiv << 16);
chip.writeUint32(SM0_EXECCTRL, orders.execctrl);
chip.writeUint32(SM0_SHIFTCTRL, orders.shiftctrl);
chip.writeUint32(SM0_PINCTRL, orders.pinctrl);
orders.exec.forEach((opcode) => chip.writeUint32(SM0_INSTR, opcode));
chip.writeUint32(CH0_READ, orders.dma.read);
chip.writeUint32(CH0_WRITE, orders.dma.write);
chip.writeUint32(CH0_COUNT, orders.dma.count);
chip.writeUint32(CH0_CTRL_TRIG, orders.dma.ctrl);
machine.cycles = 0;
chip.writeUint32(CTRL, 1);

const seen = [];
let now = 0;
for (const action of orders.actions) {
  while (now < action.ns) {
    chip.clock.tick(now - chip.clock.nanos);
    const before = machine.cycles;
    machine.step();
    chip.clock.tick(0); // DMA takes what is there
    now += (machine.cycles - before) * machine.clockDivInt * SYSTEM_NS;
  }
  if ("pins" in action) pins(action.pins);
  if ("dma" in action) chip.writeUint32(CH0_CTRL, action.dma ? orders.dma.ctrl : orders.dma.ctrl & ~1);
  if ("clear" in action) chip.writeUint32(FDEBUG, action.clear);
  if ("look" in action) seen.push(look());
}
console.log(JSON.stringify(seen));

function pins(levels) {
  for (let i = 0; i < 8; i++) chip.gpio[FIRST_PIN + i].setInputValue(!!((levels >> i) & 1));
}

function look() {
  const ring = [];
  for (let i = 0; i < RING_WORDS; i++) ring.push(chip.readUint32(orders.dma.write + 4 * i));
  return { count: chip.readUint32(CH0_COUNT), fdebug: chip.readUint32(FDEBUG), ring };
}
