/** Entries of the audit trail that tell what somebody did, where no field changed. */
import { z } from 'zod';

const auditEventSchema = z.discriminatedUnion('event', [z.object({ event: z.literal('personSeen') })]);
export type AuditEvent = z.infer<typeof auditEventSchema>;

/** The event that an entry tells; null where it tells a change of fields. */
export function auditEventOf(after: unknown): AuditEvent | null {
  const parsed = auditEventSchema.safeParse(after);
  return parsed.success ? parsed.data : null;
}

/** What the person did, as the end of a sentence that begins with their name. */
export function eventText(event: AuditEvent): string {
  switch (event.event) {
    case 'personSeen':
      return 'looked at the person of this lead';
  }
}
