/** The form of a box's offer. After saving, the box is shown again. */
import { boxOffer } from '@signpost/contract/entities/box-offer.ts';
import { path } from '@signpost/contract/routes/paths.ts';
import { useGo } from '../../../address/use-go.ts';
import { idOf, useScreenParams } from '../../../address/use-params.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useMetadata } from '../../../api/use-metadata.ts';
import { useRecord } from '../../../records/api.ts';
import { RecordForm } from '../../../records/form-page.tsx';
import { defined } from '../../../ui/defined.ts';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { productOfferScreen, publisherOfferScreen } from './offer-screen.ts';

export function OfferPage({ add, publisher }: { add: boolean; publisher: boolean }) {
  // Links name the product by id or by name.
  const { boxId, product, offerId } = useScreenParams();
  const go = useGo();
  const products = useMetadata('products');
  const { data, error, refetch } = useRecord(boxOffer, add ? null : idOf(offerId));
  const screen = publisher ? publisherOfferScreen : productOfferScreen;
  const toBox = (id: number) => void go({ path: path.campaignBoxesView({ id }) });
  if (error) return <CallError error={error} onRetry={() => void refetch()} />;
  if (add) {
    if (products === null) return <FormSkeleton />;
    const chosen = products.find((one) => String(one.id) === product || one.name === product);
    return (
      <RecordForm
        screen={screen}
        mode="add"
        record={null}
        presets={{ campaignBoxId: idOf(boxId), ...defined({ productId: chosen?.id }) }}
        onDone={() => toBox(idOf(boxId))}
      />
    );
  }
  if (!data) return <FormSkeleton />;
  return (
    <>
      <PageHeader title={String(data.name)} />
      <RecordForm
        key={data.id}
        screen={screen}
        mode="edit"
        record={data}
        onDone={() => toBox(idOf(data.campaignBoxId))}
      />
    </>
  );
}
