/**
 * The PDF of a document. It depends on the frozen payload and on what issuing added, so the same document always gives
 * the same bytes, whatever happened to its parties since (docs/decisions/0201).
 */
import { Document, Page, renderToBuffer } from '@react-pdf/renderer';
import type { DocumentPayload, IssuedHead } from '@signpost/contract/money/document.ts';
import { DOCUMENT_TEXTS } from '@signpost/contract/money/document-texts.ts';
import { createElement as h } from 'react';
import { Addresses, foot, Head, Lines, Notes, styles, Totals } from './pdf-parts.ts';
import { preparePrint } from './printable.ts';

/** Renders an issued document, or a draft without a number (`head` is null). */
export async function renderPdf(content: DocumentPayload, head: IssuedHead | null): Promise<Buffer> {
  const { payload, families } = await preparePrint(content);
  const words = DOCUMENT_TEXTS[payload.language];
  // A draft is rendered with the end of its period, so that its bytes depend on its content alone, too.
  const madeAt = new Date(`${head?.issueDate ?? payload.period.end}T00:00:00Z`);
  const parts = { payload, head };
  return await renderToBuffer(
    h(
      Document,
      {
        title: [words.kinds[payload.kind], head?.number ?? words.draft].join(' '),
        author: content.seller.name,
        creator: 'Signpost',
        producer: 'Signpost',
        language: payload.language,
        creationDate: madeAt,
        modificationDate: madeAt,
      },
      h(
        Page,
        { size: 'A4', style: { ...styles.page, fontFamily: families } },
        h(Head, parts),
        h(Addresses, parts),
        h(Lines, { payload }),
        h(Totals, { payload }),
        h(Notes, parts),
        ...foot(parts),
      ),
    ),
  );
}
