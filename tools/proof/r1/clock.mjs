/** Microseconds of the machine's one monotonic clock: comparable between processes. */
export const now = () => Number(process.hrtime.bigint() / 1000n);
