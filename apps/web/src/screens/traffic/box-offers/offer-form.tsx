import type { PageProps } from '../../../page-props.ts';
import { OfferPage } from './offer-page.tsx';

export default function OfferFormPage({ add }: PageProps) {
  return <OfferPage add={add === true} publisher={false} />;
}
