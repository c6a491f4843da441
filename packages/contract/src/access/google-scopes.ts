/** The scopes of Google's consent prompt: the two specified ones, and those that identify the person. */
export const GOOGLE_SCOPES = [
  'openid',
  'email',
  'profile',
  'https://www.googleapis.com/auth/drive.file',
  'https://www.googleapis.com/auth/spreadsheets',
] as const;

/** The scope for keeping sheets equal with Google sheets; existing ones are not open to `drive.file` (docs/decisions/0240). */
export const SHEETS_SCOPES = ['https://www.googleapis.com/auth/spreadsheets'] as const;
