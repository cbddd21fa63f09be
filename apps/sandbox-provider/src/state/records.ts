import { z } from 'zod';

const id = (example: string) => z.string().max(60).meta({ examples: [example] });
const when = z.iso.datetime();

export const contact = z
  .object({
    id: id('con_1001'),
    email: z.email(),
    name: z.string(),
    company: z.string().nullable(),
    tags: z.array(z.string()),
    source: z.string().nullable(),
    version: z.int().min(1),
    created_at: when,
    updated_at: when,
  })
  .meta({ id: 'Contact' });
export type Contact = z.infer<typeof contact>;

export const contactList = z.object({ id: id('lst_1004'), name: z.string(), member_ids: z.array(z.string()), created_at: when }).meta({ id: 'ContactList' });
export type ContactList = z.infer<typeof contactList>;

export const step = z.object({ subject: z.string().min(1).max(200), body: z.string().max(10_000), wait_days: z.int().min(0).max(365) }).meta({ id: 'SequenceStep' });

export const enrollment = z.object({ id: id('enr_1010'), contact_id: z.string(), step: z.int().min(0), enrolled_at: when }).meta({ id: 'Enrollment' });

export const sequence = z
  .object({ id: id('seq_1005'), name: z.string(), state: z.enum(['draft', 'active']), steps: z.array(step), enrollments: z.array(enrollment), created_at: when })
  .meta({ id: 'Sequence' });
export type Sequence = z.infer<typeof sequence>;

export const message = z
  .object({ id: id('msg_1011'), to: z.array(z.email()), from: z.email(), subject: z.string(), body: z.string(), thread: z.string().nullable(), sent_at: when })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof message>;

export const cell = z.union([z.string().max(2_000), z.number(), z.boolean(), z.null()]);
export const row = z.array(cell).max(100).meta({ id: 'Row' });

export const sheet = z.object({ name: z.string(), columns: z.array(z.string()), row_count: z.int().min(0) }).meta({ id: 'Sheet' });
export const workbookView = z.object({ id: id('wbk_1012'), title: z.string(), sheets: z.array(sheet), created_at: when }).meta({ id: 'Workbook' });

export interface Sheet {
  name: string;
  columns: string[];
  rows: z.infer<typeof row>[];
}
export interface Workbook {
  id: string;
  title: string;
  sheets: Sheet[];
  created_at: string;
}
