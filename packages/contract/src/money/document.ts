/**
 * The frozen content of a document: everything that its PDF, its XML and its lines show, with both parties as they were.
 * It is stored with its hash; approvals are bound to that hash, and an issued document never changes
 * (docs/product/documents.md). Amounts are decimal texts.
 */
import { z } from 'zod';
import { decimalsOf } from '../reading/minor-units.ts';
import { ROUNDING_MODES } from './rounding.ts';
import { VAT_CATEGORIES, VAT_TREATMENTS } from './vat-codes.ts';

export const DOCUMENT_KINDS = ['invoice', 'selfBilled', 'received', 'creditNote'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Receivable from partners, payable to publishers. */
export const SIDES = ['receivable', 'payable'] as const;
export type Side = (typeof SIDES)[number];

/** Performance: commissions of conversions and clicks. Flat: fixed fees. A fact belongs to exactly one. */
export const CONTRACTS = ['performance', 'flat'] as const;
export type Contract = (typeof CONTRACTS)[number];

/** The possible uses of the part of a credit note that exceeds the open amount of its invoice. */
export const SETTLEMENTS = ['refund', 'customerCredit', 'outside'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

/** An exact or rounded amount as text. */
const amount = z.string().regex(/^-?\d+(\.\d+)?$/);
/** An amount of the document itself, with the decimals of its currency. */
const stated = z.string().regex(/^-?\d+(\.\d{1,4})?$/);
const day = z.iso.date();
const month = z.string().regex(/^\d{4}-\d{2}$/);

/** A party as it was when the document was made. */
export const partySchema = z.strictObject({
  kind: z.enum(['legalEntity', 'partner', 'publisher']),
  id: z.number(),
  name: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  /** ISO 3166 code; empty if unknown. */
  countryCode: z.string(),
  country: z.string(),
  vatId: z.string(),
  /** The country that gave the VAT id, where it is not the party's own: Monaco has French ones. */
  vatCountry: z.string().optional(),
  /** The number that the tax office gave; documents from before it was asked for have none. */
  taxNumber: z.string().optional(),
  companyNumber: z.string(),
  email: z.string(),
  isConsumer: z.boolean(),
  isSmallBusiness: z.boolean(),
  bank: z.strictObject({ name: z.string(), holder: z.string(), iban: z.string(), bic: z.string() }).nullable(),
});
export type Party = z.infer<typeof partySchema>;

/** The part of the facts that a line bills. Together with the document's claims it selects exactly these facts. */
export const lineFilterSchema = z.strictObject({
  /** The month in which the facts count. */
  month,
  /** The month in which they happened; another one if it was closed when they became known. */
  earned: month.optional(),
  /** Whether they are negative and take earlier facts back; missing in documents from before such facts had lines of their own. */
  takenBack: z.boolean().optional(),
  contract: z.enum(CONTRACTS),
  dealType: z.string(),
  productId: z.number(),
  geoId: z.number(),
});

export const documentLineSchema = z.strictObject({
  /** Counts from 1. */
  position: z.number().int().positive(),
  description: z.string(),
  /** The month that the line bills. */
  month,
  /** The line belongs to a month before the document's own, or became known after another document billed its month. */
  isEarlier: z.boolean(),
  /** Quantity times unit price is the net amount; the unit price is never negative. */
  quantity: amount,
  unitPrice: amount,
  /** The sum of the facts, with all decimals. */
  exact: amount,
  /** The same facts in base currency, as the statistics show them. */
  base: amount,
  net: stated,
  vatCategory: z.enum(VAT_CATEGORIES),
  /** Percent. */
  vatRate: amount,
  facts: z.number().int().nonnegative(),
  /** Null for a line that was not made from facts. */
  filter: lineFilterSchema.nullable(),
  /** The line of the invoice that this line of a credit note reduces. */
  creditsPosition: z.number().int().positive().nullable(),
});

export const vatGroupSchema = z.strictObject({
  category: z.enum(VAT_CATEGORIES),
  rate: amount,
  exact: amount,
  net: stated,
  vat: stated,
  /** The row of the decision table that was used, and its text for the document. */
  treatment: z.enum(VAT_TREATMENTS),
  version: z.string(),
  noteCode: z.string(),
  note: z.string(),
});

/** One half-open range of positions of facts, from `from` up to but without `to`. */
export const claimSchema = z.strictObject({
  currency: z.string(),
  contract: z.enum(CONTRACTS),
  month,
  from: z.number().int().nonnegative(),
  to: z.number().int().positive(),
});

/** The rate used for amounts in the functional currency of the legal entity. */
export const usedRateSchema = z.strictObject({
  currency: z.string(),
  to: z.string(),
  /** Units of `to` for one unit of `currency`. */
  rate: amount,
  /** The day that was agreed on, and the day on which the rate was published. */
  agreedOn: day,
  publishedOn: day,
  source: z.string(),
  fetchedAt: z.iso.datetime({ offset: true }).nullable(),
});
export type UsedRate = z.infer<typeof usedRateSchema>;

const totalsSchema = z.strictObject({ net: stated, vat: stated, total: stated });

export type DocumentLine = z.infer<typeof documentLineSchema>;
export type VatGroup = z.infer<typeof vatGroupSchema>;

const contentSchema = z.strictObject({
  schema: z.literal(1),
  /**
   * How often the content was changed. It is a part of the content, so content that is changed and changed back has
   * another hash, and no earlier approval counts. The first content has no revision.
   */
  revision: z.number().int().positive().optional(),
  kind: z.enum(DOCUMENT_KINDS),
  side: z.enum(SIDES),
  language: z.enum(['en', 'de']),
  currency: z.string(),
  functionalCurrency: z.string(),
  rounding: z.enum(ROUNDING_MODES),
  seller: partySchema,
  buyer: partySchema,
  period: z.strictObject({ start: day, end: day }),
  lines: z.array(documentLineSchema),
  groups: z.array(vatGroupSchema),
  totals: totalsSchema,
  rate: usedRateSchema,
  /** The totals in the functional currency. */
  functional: totalsSchema,
  /** Net amount and VAT in the national currency of the seller, where its VAT has to be stated in another one. */
  nationalVat: z.strictObject({ net: stated, vat: stated, rate: usedRateSchema }).optional(),
  claims: z.array(claimSchema),
  /** Facts in the ranges of the claims that the document does not bill, and facts outside of them that it bills. */
  heldFacts: z.array(z.guid()),
  movedFacts: z.array(z.guid()),
  /** The exact sum of the billed facts in base currency: the number on the screen of the statistics. */
  statistics: z.strictObject({ base: amount, definitions: z.string() }),
  paymentTermsDays: z.number().int().nonnegative(),
  note: z.string(),
  externalNumber: z.string(),
  /** SHA-256 of the publisher's own invoice; empty without one. */
  fileHash: z.string(),
  /** The invoice that a credit note reduces; `settlement` is the use of the part that exceeds the open amount. */
  credits: z
    .strictObject({
      id: z.number(),
      number: z.string(),
      issueDate: day,
      reason: z.string(),
      settlement: z.enum(SETTLEMENTS),
      releasesFacts: z.boolean(),
    })
    .nullable(),
});

/** The amounts of a document in its currency, each with its path in the content. */
function* statedAmounts({ totals, groups, lines }: z.infer<typeof contentSchema>) {
  yield { path: ['totals', 'net'], amount: totals.net };
  yield { path: ['totals', 'vat'], amount: totals.vat };
  for (const [index, { net, vat }] of groups.entries()) {
    yield { path: ['groups', index, 'net'], amount: net };
    yield { path: ['groups', index, 'vat'], amount: vat };
  }
  for (const [index, { net }] of lines.entries()) yield { path: ['lines', index, 'net'], amount: net };
}

/** All amounts of a document have the decimals of its total. Documents from before minor units were supported have two. */
export const documentPayloadSchema = contentSchema.superRefine((content, context) => {
  const places = decimalsOf(content.totals.total);
  const message = 'All amounts of a document have the same number of decimals.';
  for (const { path, amount } of statedAmounts(content))
    if (decimalsOf(amount) !== places) context.addIssue({ code: 'custom', path, message });
});
export type DocumentPayload = z.infer<typeof documentPayloadSchema>;

/** The data that issuing adds to the payload. PDF, XML and CSV are rendered from the payload and this head. */
export const issuedHeadSchema = z.object({
  id: z.number(),
  number: z.string(),
  issueDate: day,
  dueDate: day,
  payloadHash: z.string(),
  previousHash: z.string(),
  documentHash: z.string(),
});
/** @planned Renderers of PDF and XML take it beside the content. */
export type IssuedHead = z.infer<typeof issuedHeadSchema>;
