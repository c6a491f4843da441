/**
 * The meanings of the statuses in partners' lists, in the languages and words of the known networks. The file
 * `list-statuses.test.ts` contains the forms of statuses.
 */
import { isErrorCell } from '../../reading/text-cell.ts';
import type { Meaning } from './postback.ts';

/**
 * `reversed` lines take a transaction back. `free` lines are about events that pay nothing, such as the withdrawals of
 * players. `unknown` is a status of which nothing is known.
 */
export type ListedStatus = 'paid' | 'declined' | 'reversed' | 'pending' | 'free' | 'unknown';

/** In lower case, without accents, and with blanks instead of punctuation. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const listOf = (words: string): string[] => words.split('|').map(plain);

/** Words that decide wherever they stand in a status. */
const ANYWHERE: Readonly<Record<'declined' | 'reversed' | 'pending' | 'free', readonly string[]>> = {
  declined: listOf(
    `decline|declined|denied|deny|reject|rejected|rejection|refused|disapproved|not approved|unapproved|not accepted|not valid|invalid|invalidated|
    void|voided|trash|spam|fraud|fraudulent|canceled|cancelled|cancel|expired|failed|failure|deleted|removed|
    duplicate|disqualified|unqualified|not qualified|blocked|
    abgelehnt|storniert|ungültig|gelöscht|gesperrt|widerrufen|nicht bestätigt|nicht genehmigt|
    refusé|refusée|rejeté|rejetée|annulé|annulée|invalide|supprimé|supprimée|expiré|expirée|non validé|non validée|
    rechazado|rechazada|denegado|denegada|cancelado|cancelada|anulado|anulada|inválido|inválida|eliminado|eliminada|caducado|
    rifiutato|rifiutata|rifiuto|respinto|respinta|annullato|annullata|scaduto|negato|non valido|non approvato|
    recusado|recusada|rejeitado|rejeitada|negado|negada|
    afgewezen|afgekeurd|geweigerd|geannuleerd|ongeldig|verwijderd|
    odrzucony|odrzucona|odrzucone|anulowany|anulowana|anulowane|nieważny|nieważna|usunięty|
    zamítnuto|zamítnutá|zamítnutý|zrušeno|zrušená|zrušený|neplatná|neplatný|stornováno|zamietnuté|zamietnutá|zrušené|
    отклонен|отклонена|отклонено|отклонён|отменен|отменена|отменено|отказ|отказано|недействителен|удален|удалено|
    відхилено|відхилений|скасовано|avvist|avslått|afvist|annulleret|avvisad|nekad|avbruten|hylätty|peruttu|
    elutasítva|törölve|respins|anulat|reddedildi|iptal|iptal edildi|απορριφθηκε|ακυρωθηκε|
    已拒绝|拒绝|已取消|无效|已驳回|拒否|却下|否認|キャンセル|거절|취소`,
  ),
  reversed: listOf(
    `reversed|reversal|reversals|refund|refunds|refunded|chargeback|chargebacks|charge back|charge backs|charged back|chargedback|clawback|
    clawed back|taken back|returned|cancellation|annulment|
    erstattet|erstattung|rückerstattet|rückerstattung|rückbuchung|rückgebucht|zurückgebucht|rücklastschrift|rückzahlung|zurückgezahlt|
    rückabwicklung|retoure|retourniert|storno|stornierung|
    remboursé|remboursée|remboursement|rétrofacturation|retourné|retournée|impayé|annulation|contrepassation|
    reembolsado|reembolsada|reembolso|devolución|devuelto|devuelta|contracargo|retrocesión|reversión|reverso|revertido|revertida|anulación|
    rimborsato|rimborsata|rimborso|stornato|stornata|riaddebito|reso|annullamento|
    estorno|estornado|estornada|devolução|devolvido|devolvida|cancelamento|
    terugbetaald|terugbetaling|teruggeboekt|terugboeking|gestorneerd|stornering|restitutie|
    zwrot|zwrócony|zwrócona|zwrócone|obciążenie zwrotne|anulowanie|vráceno|vrácená|vrácený|vrácení|refundace|vrátené|vrátenie|
    возврат|возвращен|возвращена|возвращено|чарджбэк|чарджбек|сторно|рефанд|отмена|аннулирование|повернення|повернено|
    återbetalning|återbetald|återbetalad|refunderet|refundert|refundering|tilbagebetalt|tilbakebetalt|tilbageført|tilbakeført|palautus|
    palautettu|visszatérítés|visszatérítve|visszaterhelés|rambursat|rambursare|iade|iade edildi|ters ibraz|επιστροφη|
    退款|已退款|拒付|冲销|返金|返金済み|チャージバック|返品|환불|차지백`,
  ),
  pending: listOf(
    `pending|on hold|onhold|in hold|awaiting|waiting|in progress|in review|under review|processing|in process|unconfirmed|
    not confirmed|not yet confirmed|undecided|unverified|not verified|to be confirmed|to be approved|extended|stalled|not locked|unlocked|disputed|dispute|in dispute|
    offen|ausstehend|vorgemerkt|schwebend|wartend|in prüfung|in bearbeitung|unbestätigt|zurückgestellt|
    en attente|en cours|a valider|non confirme|non confirmée|pendiente|en espera|espera|en revisión|en proceso|por confirmar|
    in attesa|attesa|in sospeso|sospeso|in corso|da confermare|in lavorazione|pendente|em espera|aguardando|em análise|em processamento|
    in afwachting|openstaand|in behandeling|wachtend|oczekujący|oczekująca|oczekujące|oczekuje|w toku|w trakcie|
    čekající|čeká|čeká na schválení|nevyřízeno|čakajúca|čaká|
    в ожидании|ожидает|ожидание|ожидается|на рассмотрении|в обработке|в холде|холд|не подтвержден|не подтверждено|в очікуванні|очікує|
    väntande|väntar|avventer|afventer|odottaa|függőben|în așteptare|beklemede|bekliyor|εκκρεμει|σε αναμονη|
    待处理|待审核|待定|待确认|处理中|审核中|保留|未確定|承認待ち|대기|대기중`,
  ),
  free: listOf('withdrawal|withdrawals|withdraw|cash out|cashout'),
};

/** In some lists, a transaction with such a status counts again after it was taken back; in others, it does not. */
const UNCLEAR = listOf(
  `chargeback reversal|chargeback reversed|refund reversal|refund reversed|reversed chargeback|refund failed|refund failure|
  chargeback won|dispute won`,
);

/** Words that decide only if they are the whole status, since others use them with another meaning. */
const WHOLE: Readonly<Record<'declined' | 'reversed' | 'pending' | 'paid' | 'free', ReadonlySet<string>>> = {
  declined: new Set(listOf('d')),
  reversed: new Set(listOf('return|returns|retour|dispute lost|lost dispute|chargeback lost')),
  pending: new Set(
    listOf(
      'p|hold|held|open|opened|new|created|tracked|neu|nuevo|nueva|nouveau|nouvelle|nuovo|nuova|nowy|nowe|novo|новый|новая|nieuw',
    ),
  ),
  // Lists call money unpaid, or on the balance, if it is earned but not paid out yet.
  paid: new Set(listOf('a|ok|unpaid|not paid|not paid out|on balance')),
  free: new Set(
    listOf('auszahlung|retrait|retiro|prelievo|saque|levantamento|wypłata|výběr|вывод|вывод средств|提现|出金'),
  ),
};

/** A status is paid if it consists of nothing but these words. */
const PAID: ReadonlySet<string> = new Set(
  listOf(
    `approved|approve|accepted|confirmed|valid|validated|verified|locked|closed|cleared|paid|payable|payed|out|settled|
    invoiced|billed|complete|completed|success|successful|succeeded|done|active|final|finalized|finalised|earned|credited|due|
    sale|sales|lead|leads|ftd|cpa|cpl|cps|revshare|rev|share|revenue|first|deposit|deposits|registration|signup|qualified|
    conversion|converted|commission|bonus|purchase|order|subscription|install|action|event|and|by|
    payment|payments|settlement|zahlung|paiement|pagamento|betaling|płatność|platba|оплата|платеж|
    bestätigt|genehmigt|freigegeben|akzeptiert|angenommen|abgeschlossen|bezahlt|ausgezahlt|ausbezahlt|gültig|abgerechnet|vergütet|
    validé|validée|approuvé|approuvée|accepté|acceptée|confirmé|confirmée|payé|payée|réglé|réglée|terminé|clôturé|facturé|
    aprobado|aprobada|aceptado|aceptada|confirmado|confirmada|validado|validada|pagado|pagada|completado|completada|válido|válida|facturado|
    approvato|approvata|accettato|accettata|confermato|confermata|validato|validata|pagato|pagata|completato|completata|valido|
    aprovado|aprovada|aceito|aceita|pago|paga|concluído|concluída|
    goedgekeurd|geaccepteerd|bevestigd|betaald|uitbetaald|afgerond|geldig|
    zatwierdzony|zatwierdzona|zatwierdzone|zaakceptowany|zaakceptowana|zaakceptowane|potwierdzony|potwierdzona|potwierdzone|opłacony|wypłacony|zapłacony|
    schváleno|schválená|schválený|potvrzeno|potvrzená|potvrzený|zaplaceno|vyplaceno|schválená|schválené|potvrdená|
    подтвержден|подтверждена|подтверждено|одобрен|одобрена|одобрено|принят|принята|принято|оплачен|оплачена|оплачено|выплачено|выполнен|
    підтверджено|схвалено|оплачено|godkänd|godkjent|godkendt|betald|betalt|hyväksytty|maksettu|jóváhagyva|kifizetve|
    aprobat|confirmat|plătit|onaylandı|onaylı|ödendi|εγκριθηκε|πληρωθηκε|
    已批准|已确认|已通过|已支付|已完成|有效|承認|承認済み|確定|支払済み|승인|확정`,
  ),
);

/** Words of `plain` that say that a reversal was undone, in either order, or that nothing was reversed. */
const UNDOINGS: readonly RegExp[] = [
  /\b(?:chargebacks?|charge backs?|refunds?|reversals?|clawbacks?|disputes?|rejections?|cancellations?|returns?) (?:was |is |request )?(?:reversed|cancell?ed|declined|denied|rejected|refused|failed|failure|won|lifted|withdrawn|undone|voided)\b/,
  /\b(?:reversed|cancell?ed|declined|denied|rejected|refused|failed|voided|no) (?:chargebacks?|charge backs?|refunds?|reversals?|clawbacks?|disputes?|rejections?|cancellations?|returns?)\b/,
  /\bnot (?:rejected|declined|denied|refused|cancell?ed|reversed|refunded|charged back|returned|voided)\b/,
];

const contains = (words: string, phrase: string): boolean => ` ${words} `.includes(` ${phrase} `);

/** The meaning of the words of a status; null if none of them is known. */
function statusInWords(status: string): ListedStatus | null {
  const words = plain(status);
  if (words === '') return 'paid';
  for (const kind of ['declined', 'reversed', 'pending', 'paid', 'free'] as const)
    if (WHOLE[kind].has(words)) return kind;
  if (UNDOINGS.some((undoing) => undoing.test(words))) return 'unknown';
  if (UNCLEAR.some((phrase) => contains(words, phrase))) return 'unknown';
  for (const kind of ['declined', 'reversed', 'pending', 'free'] as const)
    if (ANYWHERE[kind].some((phrase) => contains(words, phrase))) return kind;
  if (words.split(' ').every((word) => PAID.has(word))) return 'paid';
  return null;
}

/** The status that a meaning gives a line, whatever the words of its status are. */
const BY_MEANING: Readonly<Record<Meaning, ListedStatus>> = {
  lead: 'paid',
  qualified_lead: 'paid',
  rejected_lead: 'declined',
  pending: 'pending',
  first_deposit: 'paid',
  deposit: 'paid',
  revenue: 'paid',
  chargeback: 'reversed',
  withdrawal: 'free',
  // Our own transactions with this status are ignored, and the comparison says so.
  ignore: 'paid',
};

/**
 * The status of a line by the text of its status. The meaning that the partner's integration gives the text decides;
 * without one, its words do. In a column of events, an unknown text is the name of an event, and the line is paid.
 */
export function listedStatus(status: string, meaning: Meaning | null, isEvent: boolean): ListedStatus {
  if (meaning !== null) return BY_MEANING[meaning];
  const said = statusInWords(status);
  if (said !== null) return said;
  if (isEvent && !isErrorCell(status)) return 'paid';
  return 'unknown';
}
