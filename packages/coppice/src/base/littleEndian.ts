/** Whether this machine keeps the lowest byte of a number first. */
export const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
