import type { PageProps } from '../../../page-props.ts';
import { OfferPage } from './offer-page.tsx';

export default function PublisherOfferFormPage({ add }: PageProps) {
  return <OfferPage add={add === true} publisher={true} />;
}
