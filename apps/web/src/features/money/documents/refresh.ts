/** The key of all calls about documents: one change can move amounts between several of them. */
export const DOCUMENT_CALLS = [['records', 'documents']] as const;
