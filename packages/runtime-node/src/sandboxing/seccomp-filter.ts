/** Numbers of system calls that differ between processors, and the processor's own number in the kernel's audit interface. */
interface Calls {
  audit: number;
  socket: number;
  /** Calls whose objects no namespace separates: keyrings, programs in the kernel, counters, page faults. */
  refused: readonly number[];
  /** First number of another calling convention of the same processor, such as x32; absent if there is none. */
  foreignFrom?: number;
}

/** io_uring_setup, io_uring_enter and io_uring_register have these numbers on every processor. They would open sockets past the filter. */
const rings = [425, 426, 427];

const callsOf: Readonly<Record<string, Calls>> = {
  x64: {
    audit: 0xc000003e,
    socket: 41,
    // add_key, request_key, keyctl, bpf, perf_event_open, userfaultfd
    refused: [248, 249, 250, 321, 298, 323, ...rings],
    foreignFrom: 0x40000000,
  },
  arm64: { audit: 0xc00000b7, socket: 198, refused: [217, 218, 219, 280, 241, 282, ...rings] },
};

const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 } as const;

/** Instructions of classic BPF, as `linux/bpf_common.h` numbers them. */
const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const give = 0x06;

/** Places in `struct seccomp_data`. */
const place = { call: 0, audit: 4, firstArgument: 16 } as const;

const allow = 0x7fff0000;
const refuseWith = (errno: number) => 0x00050000 | errno;
const notPermitted = refuseWith(1);
const noSuchFamily = refuseWith(97);

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

/**
 * Returns the compiled filter of system calls for a sandbox, in the form of `struct sock_filter`; undefined for a processor whose
 * numbers are unknown. It refuses keyrings, the kernel's own programs and io_uring, and sockets of every family that a network
 * namespace does not separate, such as those to the host of a virtual machine (vsock).
 *
 * @param unixSockets false to refuse Unix sockets too: with the network of the host, abstract ones would reach its programs
 */
export function seccompFilter(
  { unixSockets }: { unixSockets: boolean },
  processor: string = process.arch,
): Buffer | undefined {
  const calls = Object.hasOwn(callsOf, processor) ? callsOf[processor] : undefined;
  if (calls === undefined) return undefined;
  const known = [families.inet, families.inet6, families.netlink, ...(unixSockets ? [families.unix] : [])];
  const program: Instruction[] = [
    [load, 0, 0, place.audit],
    [jumpIfEqual, 1, 0, calls.audit],
    [give, 0, 0, notPermitted],
    [load, 0, 0, place.call],
    ...(calls.foreignFrom === undefined
      ? []
      : ([
          [jumpIfAtLeast, 0, 1, calls.foreignFrom],
          [give, 0, 0, notPermitted],
        ] as const)),
    ...calls.refused.flatMap((call): Instruction[] => [
      [jumpIfEqual, 0, 1, call],
      [give, 0, 0, notPermitted],
    ]),
    [jumpIfEqual, 1, 0, calls.socket],
    [give, 0, 0, allow],
    // The kernel reads the family as a 32-bit number, so its lower half decides.
    [load, 0, 0, place.firstArgument],
    ...known.flatMap((family): Instruction[] => [
      [jumpIfEqual, 0, 1, family],
      [give, 0, 0, allow],
    ]),
    [give, 0, 0, noSuchFamily],
  ];
  return assemble(program);
}

function assemble(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(8 * program.length);
  for (const [index, [code, whenTrue, whenFalse, value]] of program.entries()) {
    const at = 8 * index;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(whenTrue, at + 2);
    bytes.writeUInt8(whenFalse, at + 3);
    bytes.writeUInt32LE(value >>> 0, at + 4);
  }
  return bytes;
}
