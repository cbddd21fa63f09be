import * as z from 'zod';

/** One thing that the doctor looked at. `next` is the command, or the deed, that mends it; null where nothing need be done. */
const doctorFinding = z.object({ check: z.string(), ok: z.boolean(), detail: z.string(), next: z.string().nullable() });
export type DoctorFinding = z.infer<typeof doctorFinding>;

/** What the product says of its machine to the command line that asks, as the last line of its output. */
export const doctorReport = z.object({ findings: z.array(doctorFinding) });

export const foundGood = (check: string, detail: string): DoctorFinding => ({ check, ok: true, detail, next: null });
export const foundBad = (check: string, detail: string, next: string): DoctorFinding => ({ check, ok: false, detail, next });
