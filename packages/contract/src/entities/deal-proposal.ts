import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { DEAL_TYPE_HELP } from '../partners/conversions/deal-types.ts';
import { partner } from './partner.ts';

const {
  geoId,
  integrationId,
  dealType,
  dealRevenueType,
  fixedAmount,
  sharePercent,
  leadCap,
  weight,
  validTo,
  rejectedPaid,
} = partner.fields.deals.of;
const { currencyField: _ofThePartner, ...amount } = fixedAmount;

/** A proposed deal. Management decides it once. */
export const dealProposal = defineEntity({
  name: 'dealProposal',
  path: 'deal-proposals',
  table: 'deal_proposals',
  one: 'Deal proposal',
  many: 'Deal proposals',
  title: 'reason',
  routes: { list: 'dealApprovalForm', add: 'dealApprovalForm', edit: 'dealApprovalForm' },
  lockedWhen: { field: 'proposalStatus', is: ['approved', 'rejected'] },
  fields: fields({
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true },
    geoId,
    integrationId,
    dealType: { ...dealType, help: DEAL_TYPE_HELP },
    dealRevenueType,
    fixedAmount: { ...amount, currencyOf: 'partnerId' },
    sharePercent,
    leadCap,
    weight,
    validFrom: { kind: 'date', label: 'Active from', required: true },
    validTo,
    rejectedPaid,
    reason: { kind: 'text', label: 'Reason', max: 300, required: true, search: true },
    proposalStatus: {
      kind: 'choice',
      label: 'Status',
      required: true,
      readOnly: true,
      options: [
        { value: 'proposed', label: 'Proposed', tone: 'accent' },
        { value: 'approved', label: 'Approved', tone: 'good' },
        { value: 'rejected', label: 'Rejected', tone: 'bad' },
      ],
    },
    proposedById: { kind: 'reference', label: 'Proposed by', to: 'user', readOnly: true },
    decidedById: { kind: 'reference', label: 'Decided by', to: 'user', readOnly: true },
    decidedAt: { kind: 'instant', label: 'Decided', readOnly: true },
    decisionNote: { kind: 'text', label: 'Decision', max: 500, readOnly: true, hideInList: true },
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
});
