/** The offers that a box shows: of products, and publishers' own. */
import { mayOpen } from '@signpost/contract/access/access.ts';
import type { Image } from '@signpost/contract/define/image.ts';
import { visibleImages } from '@signpost/contract/define/image-files.ts';
import { boxOffer } from '@signpost/contract/entities/box-offer.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { IconPhoto, IconPlus } from '@tabler/icons-react';
import { idOf } from '../../../address/use-params.ts';
import { useUser } from '../../../api/session.ts';
import { useMetadata } from '../../../api/use-metadata.ts';
import { useRecords } from '../../../records/api.ts';
import type { RecordRow } from '../../../records/screen.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Picture } from '../../../ui/values/picture.tsx';
import { Badge } from '../../../ui/values/values.tsx';
import classes from './box-offers.module.css';

const MOST = 200;

function hrefOf(offer: RecordRow): string {
  const offerId = offer.id;
  return hashHref(
    offer.productId === null
      ? path.publisherOffersEdit({ offerId })
      : path.offersEdit({ product: idOf(offer.productId), offerId }),
  );
}

function Offer({ offer, linked }: { offer: RecordRow; linked: boolean }) {
  const picture = visibleImages(offer.images as Image[])[0];
  return (
    <li className={classes.offer}>
      <Picture
        className={classes.picture}
        source={picture?.small ?? picture?.path ?? null}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        fallback={
          <span className={classes.none} aria-hidden>
            <IconPhoto size={20} stroke={1.5} />
          </span>
        }
      />
      <span className={classes.position}>{String(offer.placement)}</span>
      {linked ? <a href={hrefOf(offer)}>{String(offer.name)}</a> : <span>{String(offer.name)}</span>}
      <span className={classes.of}>{offer.labels.productId ?? offer.labels.publisherId}</span>
      <Badge tone={offer.status === 'active' ? 'good' : 'attention'}>
        {offer.status === 'active' ? 'Active' : 'Paused'}
      </Badge>
    </li>
  );
}

export function BoxOffers({ boxId }: { boxId: number }) {
  const user = useUser();
  const products = useMetadata('products');
  const { data } = useRecords(boxOffer, { filters: { campaignBoxId: [String(boxId)] }, limit: MOST });
  const adds = mayOpen(user, ROUTES.offersAdd);
  const offers = data?.data ?? [];
  const renderOffers = () => {
    if (offers.length === 0) return <p className={classes.empty}>No offers yet.</p>;
    return (
      <ul className={classes.offers} aria-label="Offers of this box">
        {offers.map((offer) => (
          <Offer key={offer.id} offer={offer} linked={adds} />
        ))}
      </ul>
    );
  };
  const renderActions = () => {
    if (adds)
      return (
        <>
          {products?.slice(0, 6).map(({ id, name }) => (
            <Button
              key={id}
              kind="quiet"
              icon={<IconPlus size={16} aria-hidden />}
              href={hashHref(path.offersAdd({ boxId, product: id }))}
            >
              {String(name)}
            </Button>
          ))}
          <Button
            kind="quiet"
            icon={<IconPlus size={16} aria-hidden />}
            href={hashHref(path.publisherOffersAdd({ boxId }))}
          >
            Publisher offer
          </Button>
        </>
      );
    return undefined;
  };
  return (
    <Panel title="Offers" description="The offers this box shows, in order." actions={renderActions()}>
      {renderOffers()}
    </Panel>
  );
}
