/** Tells by the header of a column whether it names events, or kinds of lines. The forms stand in `event-columns.test.ts`. */

/** In lower case, without accents, and with blanks between words, also between those of `transactionType`. */
const wordsOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const setOf = (words: string): ReadonlySet<string> => new Set(words.split('|').map(wordsOf));

/** Headers that begin with these words name events, whatever follows. */
const FIRST = setOf('event|goal|type|action|ereignis|aktion|événement|evento|событие|zdarzenie|událost');
/** Words for a kind. They stand alone, or beside a word for a line. */
const KIND = setOf('type|types|kind|art|typ|tipo|soort|rodzaj|druh|тип|вид|tür|türü|tipi|类型|類型|種別|유형|nature');
const LINE = setOf(
  `transaction|transactions|trans|txn|tx|record|row|line|entry|event|conversion|commission|sale|operation|activity|booking|posting|movement|
  transaktion|vorgang|vorgangs|buchung|umsatz|ereignis|provision|opération|mouvement|événement|écriture|
  transacción|operación|movimiento|evento|comisión|transazione|operazione|movimento|transação|operação|comissão|
  transactie|boeking|mutatie|transakcji|operacji|zdarzenia|transakce|operace|události|транзакции|операции|события|записи|işlem|hareket`,
);
/** Words between a kind and a line, as in `Type of transaction`. */
const BETWEEN = setOf('of|the|der|des|de|d|la|l|di|da|do|del|della|dell|van');
const WHOLE = setOf(
  `vorgang|vorgangsart|vorgangstyp|geschäftsvorfall|buchungsart|buchungstyp|buchungsvorgang|umsatzart|umsatztyp|transaktionsart|transaktionstyp|
  ereignisart|ereignistyp|bewegungsart|satzart|operation|opération|operación|operazione|operação|операция|
  transactietype|transactiesoort|mutatiesoort|işlem|交易类型|交易類型|取引種別|取引区分|거래유형`,
);
/** Columns about an event that hold its number, time, amount or status. */
const DETAIL = setOf(
  'id|ids|no|nr|number|nummer|date|day|time|datetime|timestamp|at|datum|zeit|uhrzeit|status|state|amount|value|currency|count|url',
);

/** Whether a column names events: then each name of which nothing is known is that of an event, and no status. */
export function namesEvents(header: string): boolean {
  const [name = ''] = header.split(/[([]/);
  const words = wordsOf(name);
  if (WHOLE.has(words) || KIND.has(words)) return true;
  const [first = '', ...others] = words.split(' ');
  if (FIRST.has(first)) return !others.some((word) => DETAIL.has(word));
  const parts = [first, ...others];
  const beside = parts.filter((word) => !KIND.has(word) && !BETWEEN.has(word));
  return parts.some((word) => KIND.has(word)) && beside.length > 0 && beside.every((word) => LINE.has(word));
}
