import { expect, it } from 'vitest';
import { type ListedStatus, listedStatus } from './list-statuses.ts';

/** Statuses of networks as their documents and users show them. */
const FORMS: readonly (readonly [ListedStatus, string])[] = [
  [
    'paid',
    'Approved, APPROVED, approved (paid), Confirmed, Validated, Locked, Paid Out, On Balance, Unpaid, Closed, A',
  ],
  ['paid', 'Sale, Lead, ftd, First deposit, first_deposit, Registration, CPA, RevShare, commission'],
  ['paid', 'Bestätigt, Freigegeben, Validé, Validée, Aprobado, Confermato, Goedgekeurd, Zatwierdzony, Potwierdzona'],
  ['paid', 'Подтверждён, Подтвержден, Одобрено, Schváleno, Onaylandı, 已批准, 承認, Aprovado'],
  [
    'declined',
    'Declined, declined: fraud, Rejected - Duplicate, REJECTED, Void, voided, Cancelled, Canceled, deleted, D',
  ],
  ['declined', 'Disapproved, not approved, Not_Approved, Invalid, Denied, Trash, Expired, Sale rejected'],
  ['declined', 'Abgelehnt, Storniert, ungültig, Refusé, Refusée, Annulé, Rejeté, Rechazado, Cancelado, Anulada'],
  ['declined', 'Rifiuto, Rifiutato, Annullato, Respinto, Recusado, Afgekeurd, Geannuleerd, Odrzucony, Anulowana'],
  ['declined', 'Отклонён, отклонено, Отменён, Відхилено, Zamítnuto, Zrušená, Reddedildi, 已拒绝, 却下'],
  ['reversed', 'REVERSED, Reversal, Refunded, charge-back, Erstattet, Возврат'],
  [
    'reversed',
    'Chargeback, CHARGEBACK, charge_back, Charged back, chargebacks, refund, REFUND_SHIPPING, payment_reversal',
  ],
  ['reversed', 'Clawback, Returned, return, CHARGEBACK_SHIPPING, Partial refund, Sale cancellation, Chargeback Refund'],
  [
    'reversed',
    'Erstattung, Erstattung durch Rückbuchung, Rücklastschrift, Storno, Stornierung, Remboursement, Remboursé',
  ],
  ['reversed', 'Contracargo, Devolución, Reembolso, Rimborso, Storno, Estorno, Terugbetaling, Zwrot, Vráceno, İade'],
  [
    'reversed',
    'Чарджбэк, Отмена, возвращён, Повернення, Återbetalning, Visszatérítés, 退款, 返金, チャージバック, 환불',
  ],
  ['free', 'Withdrawal, WITHDRAWAL, withdraw, Cash-out, cashout, Player withdrawal, Auszahlung, Вывод средств, Retiro'],
  ['pending', 'Pending, Pending approval, on_hold, On-Hold, hold, New, OPEN, extended, approved_but_stalled, P'],
  ['pending', 'In review, awaiting approval, unconfirmed, not confirmed, Confirmed – payment pending'],
  [
    'pending',
    'Offen, Ausstehend, Vorgemerkt, En attente, À valider, Pendiente, Espera, En espera, In attesa, Pendente',
  ],
  [
    'pending',
    'In afwachting, Oczekujący, oczekuje na akceptację, Čeká na schválení, В ожидании, Ожидает, Beklemede, 待审核, 保留',
  ],
  ['pending', 'DISPUTE, Disputed, in dispute'],
  ['unknown', 'Chargeback reversal, chargeback_reversed, Refund failed, Dispute won'],
  ['reversed', 'dispute lost, Dispute_Lost'],
  ['unknown', 'Canceled_Reversal, Refund declined, reversal cancelled, No chargeback, not rejected, Not declined'],
  [
    'unknown',
    'Cancelled chargeback, refund denied, No refund, Rejection reversed, Chargeback was reversed, Refund request rejected',
  ],
  ['declined', 'Cancelled by user, rejected - no deposit'],
  ['unknown', 'corrected, Status 7, 4, mystery, New player, true, Nicht vergütet'],
];

it.each(FORMS.flatMap(([said, words]) => words.split(', ').map((status) => [status, said] as const)))(
  'reads the status %s as %s',
  (status, said) => {
    expect(listedStatus(status, null, false)).toBe(said);
  },
);

it('takes the meaning that the partner’s integration gives a status for what it says', () => {
  expect(listedStatus('Approved', 'pending', false)).toBe('pending');
  expect(listedStatus('Approved', 'rejected_lead', false)).toBe('declined');
  expect(listedStatus('mystery', 'first_deposit', false)).toBe('paid');
  expect(listedStatus('Chargeback', 'chargeback', false)).toBe('reversed');
  expect(listedStatus('Approved', 'chargeback', false)).toBe('reversed');
  expect(listedStatus('Chargeback', 'revenue', false)).toBe('paid');
  expect(listedStatus('Sale', 'withdrawal', false)).toBe('free');
  expect(listedStatus('Approved', 'ignore', false)).toBe('paid');
});

it('takes names in a column of events for events, and never an error of a spreadsheet', () => {
  expect(listedStatus('Level 10', null, true)).toBe('paid');
  expect(listedStatus('payment', null, true)).toBe('paid');
  expect(listedStatus('Declined', null, true)).toBe('declined');
  expect(listedStatus('Chargeback reversal', null, true)).toBe('unknown');
  expect(listedStatus('#N/A', null, true)).toBe('unknown');
  expect(listedStatus('', null, false)).toBe('paid');
});
