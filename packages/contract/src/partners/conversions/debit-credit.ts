/**
 * Reads columns that say by words such as “Credit” and “Debit” which way the amount of a line goes. A partner's list is its
 * statement to us, as a bank's is to its customer: a credit is paid to us, and a debit is taken back. The forms stand in
 * `debit-credit.test.ts`.
 */

/** `unclear` is a debit in a column without any credit: such a list can be written from the partner's side. */
export type Side = 'credit' | 'debit' | 'unclear';

/** In lower case, without accents, with blanks between words, also between those of `debitCredit`. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const setOf = (words: string): ReadonlySet<string> => new Set(words.split('|').map(plain));

const CREDIT = setOf(
  `credit|credits|cr|crdt|cdt|cred|haben|gutschrift|crédit|crédito|créditos|credito|haber|abono|accredito|avere|bijschrijving|kredyt|uznanie|
  kredit|připsáno|ve prospěch|pripísané|кредит|зачисление|зачислено|приход|поступление|зарахування|надходження|hyvitys|
  követel|jóváírás|alacak|πίστωση|贷|贷方|贷记|收入|貸方|入金|대변|입금|
  incoming|inflow|inbound|money in|income|eingang|entrée|entrada|entrata|bij`,
);
const DEBIT = setOf(
  `debit|debits|dr|db|dbit|dbt|deb|soll|belastung|lastschrift|débit|débito|débitos|debito|debe|cargo|addebito|dare|afschrijving|debet|obciążenie|
  odepsáno|na vrub|má dáti|odpísané|дебет|дебит|списание|списано|расход|списання|витрата|veloitus|
  tartozik|terhelés|borç|χρέωση|借|借方|借记|支出|차변|출금|
  outgoing|outflow|outbound|money out|expense|ausgang|sortie|salida|uscita|saída|af`,
);
/** Words that can stand beside one of them. They leave out cards, and credit notes, which lists read in both ways. */
const BESIDE = setOf(
  'adjustment|entry|transaction|manual|amount|correction|balance|account|posting|booking|buchung|korrektur|transfer|commission|partner',
);
/** Signs and letters that say it only if the whole column consists of them. */
const PAIRS: readonly { credit: string; debit: string }[] = [
  { credit: 'h', debit: 's' },
  { credit: 'c', debit: 'd' },
  { credit: 'k', debit: 'd' },
  { credit: 'ma', debit: 'wn' },
  { credit: 'in', debit: 'out' },
  { credit: '+', debit: '-' },
];

/** Other names of such columns. */
const NAMES = setOf(
  `direction|richtung|sens|sentido|segno|signo|signe|sign|vorzeichen|side|flow|indicator|kennzeichen|kz|dc|sh|znak|
  debit credit indicator|направление`,
);
/** The kind of a card that was used says nothing about the direction. */
const CARDS = setOf(
  'card|cards|karte|karten|kartenart|carte|tarjeta|carta|cartão|kaart|karta|funding|method|карта|карты',
);

const signOf = (text: string): string => text.trim().replace(/^[−–]$/u, '-');
const markOf = (text: string): string => plain(text) || signOf(text);

/** The side that the words of one cell say by themselves. */
function sideInWords(text: string): 'credit' | 'debit' | null {
  const words = plain(text);
  if (CREDIT.has(words)) return 'credit';
  if (DEBIT.has(words)) return 'debit';
  const parts = words.split(' ');
  const others = parts.filter((word) => !BESIDE.has(word));
  const [only = ''] = others;
  if (others.length !== 1 || parts.length === 1) return null;
  if (CREDIT.has(only)) return 'credit';
  if (DEBIT.has(only)) return 'debit';
  return null;
}

/** Whether a column with this header says which lines are credits and which are debits: “Soll/Haben”, “D/C”, “Direction”. */
export function namesSides(header: string): boolean {
  const words = plain(header);
  const parts = words.split(' ');
  if (parts.some((word) => CARDS.has(word))) return false;
  if (NAMES.has(words) || parts.some((word) => CREDIT.has(word) || DEBIT.has(word))) return true;
  return PAIRS.some(({ credit, debit }) => parts.includes(credit) && parts.includes(debit));
}

/**
 * Tells the side of each cell of a column. `mayBeLetters` says whether letters such as S and H can be meant. Null if no cell of
 * the column says a side.
 */
export function readSides(
  header: string,
  cells: readonly string[],
  mayBeLetters: boolean,
): ((cell: string) => Side | null) | null {
  const marks = new Set(cells.map(markOf).filter((mark) => mark !== ''));
  const isNamed = namesSides(header);
  const pair = PAIRS.find(({ credit, debit }) => {
    const hasBoth = marks.has(credit) && marks.has(debit);
    return marks.size > 0 && [...marks].every((mark) => mark === credit || mark === debit) && (hasBoth || isNamed);
  });
  const sideOf = (cell: string): 'credit' | 'debit' | null => {
    if (!mayBeLetters || pair === undefined) return sideInWords(cell);
    const mark = markOf(cell);
    if (mark === pair.credit) return 'credit';
    if (mark === pair.debit) return 'debit';
    return null;
  };
  const sides = new Set(cells.map(sideOf));
  if (!sides.has('credit') && !sides.has('debit')) return null;
  return (cell) => {
    const side = sideOf(cell);
    if (side === 'debit' && !sides.has('credit')) return 'unclear';
    return side;
  };
}
