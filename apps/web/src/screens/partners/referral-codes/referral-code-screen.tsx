import { referralCode } from '@signpost/contract/entities/referral-code.ts';
import { recordScreen } from '../../../records/screen.ts';
import { CodeUsesPanel } from './uses.tsx';

/** Referral codes: which publisher or influencer a visitor came through. */
export const referralCodeScreen = recordScreen({
  entity: referralCode,
  columns: ['code', 'publisherId', 'partnerId', 'tags', 'updatedAt', 'id'],
  cardNumbers: ['publisherId', 'partnerId'],
  filters: ['publisherId', 'partnerId', 'tags'],
  purpose: 'A referral code in a link (code=…) says which publisher or influencer a visitor came through.',
  below: (_values, record) => record && <CodeUsesPanel id={record.id} />,
  sections: [{ title: 'Referral code', columns: 2, fields: ['code', 'publisherId', 'partnerId', 'tags', 'terms'] }],
});
