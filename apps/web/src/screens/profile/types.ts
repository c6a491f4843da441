import type { SessionUser } from '../../api/session.ts';

/** `GET /api/profile`. */
export type Profile = SessionUser;

/** One of my sessions (`GET /api/profile/sessions`). */
export interface OwnSession {
  id: number | string;
  createdAt: string;
  lastSeenAt: string;
  userAgent: string | null;
  ip: string | null;
  /** The one this browser uses. */
  current: boolean;
}
