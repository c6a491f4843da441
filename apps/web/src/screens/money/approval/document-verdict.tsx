/** A document that waits, with the verdict above its content. */

import { decideDocument } from '@signpost/contract/calls/document-approvals.ts';
import { showDocument } from '@signpost/contract/calls/documents.ts';
import type { Waiting } from '@signpost/contract/money/views.ts';
import { send, useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { DocumentContent } from '../../../features/money/documents/document-content.tsx';
import { DocumentDisputes } from '../../../features/money/documents/document-disputes.tsx';
import { DocumentHead, DocumentWarnings } from '../../../features/money/documents/document-drawer.tsx';
import { DocumentFiles } from '../../../features/money/documents/document-files.tsx';
import classes from '../../../features/money/documents/documents.module.css';
import { DOCUMENT_CALLS } from '../../../features/money/documents/refresh.ts';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { VerdictForm } from './verdict-form.tsx';

export function DocumentVerdict({ row, onDone }: { row: Waiting; onDone: () => void }) {
  const document = useCall(showDocument, { params: { id: row.id } });
  return (
    <Loaded of={document} skeleton={<FormSkeleton />}>
      {(data) => (
        <div className={classes.stack}>
          <DocumentHead document={data} />
          <DocumentWarnings document={data} />
          <VerdictForm
            obstacle={data.may.decide ? row.obstacle : row.obstacle || 'You cannot decide about it'}
            reasonPath="reason"
            run={({ verdict, reason }) =>
              send(decideDocument, {
                params: { id: row.id },
                // The hash of what is on the screen: a change in the meantime is refused.
                body: { payloadHash: data.payloadHash, verdict, reason },
              })
            }
            refresh={DOCUMENT_CALLS}
            said={(_data, { verdict }) => `The document of ${row.party} is ${verdict}.`}
            onDone={onDone}
          />
          <DocumentDisputes document={data} />
          <DocumentFiles document={data} />
          <DocumentContent document={data} />
        </div>
      )}
    </Loaded>
  );
}
