/** Checking many links at once (docs/product/links-checker.md). People see their own checks. */
import { z } from 'zod';
import { readAsSchema } from '../reading/encodings.ts';
import { VERDICTS } from '../traffic/clicks/link-verdict.ts';
import { calculatedLinksSchema } from '../traffic/links/calculated.ts';
import { CHECK_SOURCES, linkCheckSummarySchema, linkResultSchema } from '../traffic/links/checks.ts';
import { LONGEST_LINK, MOST_LINKS, tooManyLinks } from '../traffic/links/pasted.ts';
import { defineCall, FILE, idParams, MULTIPART } from './define-call.ts';

const tag = 'Links checker';
const group = 'linkChecks';
const forms = ['linksCheckerForm', 'linksCheckerUpload', 'linksCheckerUploadEmail'] as const;
const start = { access: { routes: forms, action: 'view' }, rows: 'own' } as const;
const view = { access: { routes: ['linksChecker', 'linksCheckerDownload'], action: 'view' }, rows: 'own' } as const;

export const startLinkCheck = defineCall({
  name: 'startLinkCheck',
  summary: 'Checks links in the background. Texts may hold several links; special links are cut behind their id.',
  tag,
  group,
  method: 'POST',
  repeat: 'key',
  path: 'link-checks',
  ...start,
  body: z.strictObject({
    name: z.string().trim().max(120).default(''),
    source: z.enum(CHECK_SOURCES).default('form'),
    texts: z
      .array(z.string().max(LONGEST_LINK * 10))
      .min(1)
      .max(MOST_LINKS, { error: ({ input }) => tooManyLinks(Array.isArray(input) ? input.length : 0) }),
  }),
  answer: z.object({ id: z.number() }),
});

export const readLinkFile = defineCall({
  name: 'readLinkFile',
  summary:
    'The columns of an uploaded CSV with their links, so that one can be chosen. Nothing is stored. `encoding`, before the file: its encoding, if it is not in Unicode.',
  tag,
  method: 'POST',
  repeat: 'reads',
  path: 'link-checks/columns',
  ...start,
  body: MULTIPART,
  answer: z.object({
    columns: z.array(z.object({ name: z.string(), links: z.number(), values: z.array(z.string()) })),
    /** The column with the most links. */
    suggested: z.number(),
    /** The names of a workbook's other sheets with values. */
    otherSheets: z.array(z.string()),
    /** The encoding in which the file was read; null for files in Unicode and workbooks. */
    encoding: readAsSchema.nullable(),
    /** The cells with links that cannot be read. */
    calculated: calculatedLinksSchema,
  }),
});

export const listLinkChecks = defineCall({
  name: 'listLinkChecks',
  summary: 'The checks of the person who calls, the newest first.',
  tag,
  group,
  method: 'GET',
  path: 'link-checks',
  ...view,
  query: z.object({ before: z.coerce.number<number>().int().positive().optional() }),
  answer: z.array(linkCheckSummarySchema),
});

export const readLinkCheck = defineCall({
  name: 'readLinkCheck',
  summary: 'A check with its progress.',
  tag,
  group,
  method: 'GET',
  path: 'link-checks/:id',
  ...view,
  params: idParams,
  answer: linkCheckSummarySchema,
});

export const listLinkResults = defineCall({
  name: 'listLinkResults',
  summary: 'A page of the results of a check: what is broken first, then the other problems.',
  tag,
  group,
  method: 'GET',
  path: 'link-checks/:id/results',
  ...view,
  params: idParams,
  query: z.object({
    verdict: z.enum(VERDICTS).optional(),
    offset: z.coerce.number<number>().int().min(0).default(0),
  }),
  answer: z.array(linkResultSchema),
  meta: z.object({ total: z.number() }),
});

export const downloadLinkResults = defineCall({
  name: 'downloadLinkResults',
  summary: 'All results of a check as CSV or XLSX, in the order of the links.',
  tag,
  method: 'GET',
  path: 'link-checks/:id/files/:format',
  ...view,
  params: z.object({ id: z.coerce.number<unknown>().int().positive(), format: z.enum(['csv', 'xlsx']) }),
  answer: FILE,
});
