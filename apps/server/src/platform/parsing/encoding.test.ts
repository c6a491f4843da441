/** Tables in the encodings of spreadsheet programs, as own small inputs, each with its one right answer. */
import type { EncodingName } from '@signpost/contract/reading/encodings.ts';
import { expect, it } from 'vitest';
import { somebody } from '../testing/asker.ts';
import { legacyBytes } from '../testing/legacy-bytes.ts';
import { decodeTable } from './encoding.ts';
import { parseTable } from './parse.ts';

/** The bytes of a text that is written with one character a byte. */
const raw = (text: string): Buffer => Buffer.from(text, 'latin1');

it.each<[form: string, encoding: EncodingName, text: string]>([
  [
    'Polish statistics',
    'windows-1250',
    'Data;Kraj;Źródło;Rejestracje;Przychód\n2026-10-01;Polska;Łódź – Gazeta;12;100,50\n2026-10-02;Polska;Wrocław;9;80,00\n',
  ],
  ['Polish names', 'windows-1250', 'id,name\n1,Zażółć gęślą jaźń\n2,Krzysztof Wiśniewski\n3,Małgorzata Dąbrowska\n'],
  ['one Polish word', 'windows-1250', 'Kraj;Suma\nPolska;1\nŁódź;2\n'],
  [
    'Czech',
    'windows-1250',
    'Datum;Země;Zdroj;Výnos\n1.10.2026;Česko;Vyhledávač;100\n2.10.2026;Česko;Přímý přístup;90\n',
  ],
  ['Slovak', 'windows-1250', 'Dátum;Krajina;Čiastka\n1;Slovensko;Košice;Žilina;Banská Štiavnica\n'],
  [
    'Hungarian',
    'windows-1250',
    'Dátum;Ország;Bevétel\n2026.10.01;Magyarország;Győr\n2026.10.02;Magyarország;Szűcs Tőke\n',
  ],
  ['Croatian', 'windows-1250', 'Datum;Država;Izvor;Iznos\n1;Hrvatska;Tražilica;Đakovo\n2;Hrvatska;Šibenik;Čakovec\n'],
  ['Romanian', 'windows-1250', 'Data;Ţara;Sumă\n1;România;Bucureşti\n2;România;Iaşi şi Timişoara\n'],
  [
    'German',
    'windows-1252',
    'Datum;Land;Umsatz\n1.10.2026;Österreich;Müller & Söhne\n2.10.2026;Deutschland;Köln Straße\n',
  ],
  ['one umlaut', 'windows-1252', 'ä;b'],
  ['one German name', 'windows-1252', 'id;name\n1;Müller\n'],
  ['French', 'windows-1252', 'Date;Pays;Événement;Montant\n1;France;Dépôt validé;12 €\n2;Québec;Annulé à l’été;5 €\n'],
  ['Spanish', 'windows-1252', 'Fecha;País;Año\n1;España;Málaga\n2;Perú;Campaña de otoño\n'],
  ['Portuguese', 'windows-1252', 'Data;País;Comissão\n1;Portugal;São João\n2;Brasil;Promoção de verão\n'],
  ['Danish', 'windows-1252', 'Dato;Land;Beløb\n1;Danmark;København\n2;Danmark;Ærø Smørrebrød på gård\n'],
  ['one Norwegian name', 'windows-1252', 'id;city\n1;Tromsø\n'],
  ['Swedish', 'windows-1252', 'Datum;Källa;Belopp\n1;Göteborg;Malmö\n2;Sök på nätet;Överföring\n'],
  ['euro signs alone', 'windows-1252', 'Date,Amount\n2026-10-01,12 €\n2026-10-02,15 €\n'],
  ['pounds alone', 'windows-1252', 'Date,Amount\n2026-10-01,£12.50\n2026-10-02,£9\n'],
  ['an apostrophe alone', 'windows-1252', 'a,b\ntoday’s,1\n'],
  ['no-break spaces alone', 'windows-1252', 'a;b\n1\u00a0234,50;2\n3\u00a0456,70;1\n'],
  ['Icelandic', 'windows-1252', 'Dagsetning;Land;Upphæð\n1;Ísland;Reykjavík\n2;Ísland;Þórður Guðmundsson\n'],
  [
    'Russian',
    'windows-1251',
    'Дата;Страна;Источник;Доход\n01.10.2026;Россия;Поиск;100\n02.10.2026;Россия;Прямой заход;90\n',
  ],
  ['Russian statuses', 'windows-1251', 'id,status\n1,Одобрен\n2,Отменен\n'],
  ['Ukrainian', 'windows-1251', 'Дата;Країна;Джерело;Дохід\n1;Україна;Пошук;Підтверджено\n'],
  ['Bulgarian', 'windows-1251', 'Дата;Държава;Източник;Сума\n1;България;Търсачка;Потвърден\n'],
  [
    'Russian in KOI8',
    'koi8-r',
    'Дата;Страна;Источник;Доход\n01.10.2026;Россия;Поиск;100\n02.10.2026;Россия;Прямой заход;90\n',
  ],
  [
    'Russian of DOS',
    'ibm866',
    'Дата;Страна;Источник;Доход\n01.10.2026;Россия;Поиск;100\n02.10.2026;Россия;Прямой заход;90\n',
  ],
  [
    'Greek',
    'windows-1253',
    'Ημερομηνία;Χώρα;Πηγή;Έσοδα\n1/10/2026;Ελλάδα;Αναζήτηση;100\n2/10/2026;Κύπρος;Άμεση επίσκεψη;90\n',
  ],
  ['a Greek city', 'windows-1253', 'id;city\n1;Θεσσαλονίκη\n2;Αθήνα\n'],
  [
    'Turkish',
    'windows-1254',
    'Tarih;Ülke;Kaynak;Kazanç\n1.10.2026;Türkiye;Arama motoru;İstanbul\n2.10.2026;Türkiye;Doğrudan giriş;Şişli Beşiktaş\n',
  ],
  ['Turkish cities', 'windows-1254', 'id;şehir\n1;İzmir\n2;Diyarbakır\n3;Eskişehir\n'],
  ['Hebrew', 'windows-1255', 'תאריך;מדינה;מקור;הכנסה\n1.10.2026;ישראל;חיפוש;100\n2.10.2026;ישראל;כניסה ישירה;90\n'],
  ['Arabic', 'windows-1256', 'التاريخ;الدولة;المصدر;الإيرادات\n1;السعودية;البحث;100\n2;مصر;زيارة مباشرة;90\n'],
  [
    'Lithuanian',
    'windows-1257',
    'Data;Šalis;Šaltinis;Pajamos\n1;Lietuva;Paieška;Šiauliai\n2;Lietuva;Tiesioginis įėjimas;Klaipėda ąčęėįšųūž\n',
  ],
  ['Latvian', 'windows-1257', 'Datums;Valsts;Ieņēmumi\n1;Latvija;Rīga\n2;Latvija;Daugavpils meklēšana ķīpsala\n'],
  ['Thai', 'windows-874', 'วันที่;ประเทศ;แหล่งที่มา;รายได้\n1;ไทย;ค้นหา;100\n'],
  ['Japanese', 'shift_jis', '日付,国,流入元,売上\n2026/10/01,日本,検索エンジン,100\n2026/10/02,日本,ダイレクト,90\n'],
  ['Japanese names', 'shift_jis', '番号,氏名\n1,山田太郎\n2,佐藤花子\n'],
  [
    'Japanese of Unix',
    'euc-jp',
    '日付,国,流入元,売上\n2026/10/01,日本,検索エンジン,100\n2026/10/02,日本,ダイレクト,90\n',
  ],
  ['simplified Chinese', 'gb18030', '日期,国家,来源,收入\n2026-10-01,中国,搜索引擎,100\n2026-10-02,中国,直接访问,90\n'],
  ['Chinese statuses', 'gb18030', '编号,状态\n1,已批准\n2,已取消\n'],
  ['traditional Chinese', 'big5', '日期,國家,來源,收入\n2026-10-01,台灣,搜尋引擎,100\n2026-10-02,香港,直接造訪,90\n'],
  [
    'Korean',
    'euc-kr',
    '날짜,국가,유입경로,수익\n2026-10-01,대한민국,검색 엔진,100\n2026-10-02,대한민국,직접 방문,90\n',
  ],
  ['a Korean word', 'euc-kr', 'id,status\n1,승인\n2,취소됨\n'],
  ['Polish in ISO', 'iso-8859-2', 'Data;Kraj;Źródło\n1;Polska;Łódź ąęśćżź\n2;Polska;Wrocław Świętokrzyskie\n'],
  ['two small Russian words', 'windows-1251', 'id;s\n1;ок\n2;отмена\n'],
  ['Hungarian capitals', 'windows-1250', 'NÉV;ÖSSZEG\n1;ŐRSÉG\n2;GYŐR\n'],
  ['Italian', 'windows-1252', 'Data;Città;Quantità\n1;Forlì;Perché più\n'],
  ['Dutch', 'windows-1252', 'Datum;Land\n1;België\n2;Curaçao\n'],
  ['quoted German', 'windows-1252', '"Datum";"Straße"\n"1";"Grüße – „Test“"\n'],
  ['Estonian', 'windows-1257', 'Kuupäev;Riik;Käive\n1;Eesti;Pärnu Õismäe\n2;Eesti;Tšehhi\n'],
  ['one Cyrillic word', 'windows-1251', 'id;status\n1;Одобрен\n'],
  ['Traditional names', 'big5', '編號,姓名\n1,陳大文\n2,林美玲\n'],
  ['Chinese with Latin', 'gb18030', 'id,name\n1,VIP会员\n2,ABC公司\n'],
  ['rare Chinese', 'gb18030', 'id,city\n1,深圳\n2,杭州\n3,鄂尔多斯\n'],
])('detects the encoding of %s: %s', (_form, encoding, text) => {
  expect(decodeTable(legacyBytes(encoding, text), undefined)).toEqual({
    text,
    encoding: { name: encoding, isChosen: false },
  });
});

/** Texts whose letters are likely in several encodings, or in one that has the bytes of another. */
it.each<[form: string, encoding: EncodingName, text: string]>([
  ['Russian capitals', 'windows-1251', 'ID;СТАТУС;СУММА\n1;ОПЛАЧЕНО;5\n2;ОТКЛОНЕНО;6\n'],
  ['German of old Macs', 'macintosh', 'Datum;Land;Umsatz\n1;Österreich;Müller & Söhne\n2;Deutschland;Köln Straße\n'],
  ['Portuguese of old Macs', 'macintosh', 'Produtor;PRODUTO\nSÍTIO UWADA;ALMEIRÃO FINO\nSÍTIO UWADA;mão de açúcar\n'],
  ['Russian in KOI8 capitals', 'koi8-r', 'ID;СТАТУС;СУММА\n1;ОПЛАЧЕНО;5\n2;ОТКЛОНЕНО;6\n'],
  ['Greek capitals', 'windows-1253', 'ΗΜΕΡΟΜΗΝΙΑ;ΧΩΡΑ\n1;ΕΛΛΑΔΑ\n'],
  ['half-width katakana', 'shift_jis', 'ｺｰﾄﾞ,ﾒｲ\n1,ﾔﾏﾀﾞ\n2,ﾄｳｷｮｳ\n'],
])('asks for the encoding of %s, and reads the chosen one', (_form, encoding, text) => {
  const bytes = legacyBytes(encoding, text);
  expect(() => decodeTable(bytes, undefined)).toThrow(
    expect.objectContaining({
      errors: [{ path: 'encoding', message: expect.stringMatching(/ Choose the encoding\.$/) }],
    }),
  );
  expect(decodeTable(bytes, encoding)).toEqual({ text, encoding: { name: encoding, isChosen: true } });
});

/** Bytes of public reports about detectors of encodings, and of files that no encoding here fits. */
it.each<[form: string, bytes: Buffer, answer: EncodingName | 'asks']>([
  ['two Chinese characters in Big5', raw('\xa7\x41\xa6\x6e'), 'asks'],
  ['one plus-minus sign', raw('\xb1'), 'asks'],
  ['bytes in no order', Buffer.from(Array.from({ length: 60 }, (_, at) => 0x80 + ((at * 37) % 128))), 'asks'],
  ['German of DOS', raw('id;name\n1;M\x81ller\n2;K\x94ln\n'), 'asks'],
  ['Polish of DOS', raw('id;name\n1;\x9d\xa2d\xab\n2;Wroc\x88aw\n'), 'asks'],
  ['an apostrophe of Windows', raw('Carter\x92s Janitorial'), 'windows-1252'],
  ['one Spanish phrase', raw('Dise\xf1o de aplicaci\xf3n'), 'windows-1252'],
  [
    'capitals in Portuguese',
    raw('"CENTRAIS EL\xc9TRICAS DE ROND\xd4NIA S.A.";"im\xf3veis para escrit\xf3rio"'),
    'windows-1252',
  ],
  ['German headers', raw('Jahr;Kinotheater;Kinos\xe4le;Sitzpl\xe4tze;Vorhandene Pl\xe4tze'), 'windows-1252'],
  ['accents before digits', raw('Pr\xe9nom;Nom\r\ninvit\xe9\xe0\xe7\xf901;x'), 'windows-1252'],
  ['one Korean greeting', raw('\xbe\xc8\xb3\xe7\xc7\xcf\xbc\xbc\xbf\xe4'), 'euc-kr'],
  ['one Russian word', raw('\xe0\xf0\xfb\xf4'), 'windows-1251'],
  ['UTF-8 that was cut', Buffer.concat([Buffer.from('name\nŁódź\nWrocław\n'), raw('\xc5')]), 'utf-8'],
])('answers %s with the right encoding or a question', (_form, bytes, answer) => {
  const read = () => decodeTable(bytes, undefined).encoding?.name;
  if (answer === 'asks')
    expect(read).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ path: 'encoding' })] }));
  else expect(read()).toBe(answer);
});

it.each<[form: string, bytes: Buffer]>([
  ['UTF-8', Buffer.from('Źródło;ä;Дата')],
  ['UTF-8 with its mark', Buffer.from('\uFEFFŹródło')],
  ['UTF-16', Buffer.from('\uFEFFŹródło', 'utf16le')],
  ['ASCII', Buffer.from('a;b')],
  ['nothing', Buffer.from('')],
])('reads %s as it is, whatever a person has chosen', (_form, bytes) => {
  const read = decodeTable(bytes, undefined);
  expect(read.encoding).toBeNull();
  expect(decodeTable(bytes, 'windows-1250')).toEqual(read);
});

it('asks in the words of the file', async () => {
  const bytes = legacyBytes('macintosh', 'Land\nÖsterreich\nMüller\nKöln Straße\n');
  await expect(parseTable(bytes, somebody())).rejects.toMatchObject({
    errors: [{ path: 'encoding', message: expect.stringContaining('“Österreich Müller Köln Straße” in Mac OS Roman') }],
  });
  const { rows, encoding } = await parseTable(bytes, somebody(), { encoding: 'macintosh' });
  expect([rows[2], encoding]).toEqual([['Müller'], { name: 'macintosh', isChosen: true }]);
});

it('detects the encoding of a large table within the time of a small one', async () => {
  const line = 'Źródło;Łódź;Wrocław;100,50\n';
  const bytes = legacyBytes('windows-1250', Array.from({ length: 50_000 }, (_, at) => `Zażółć-${at};${line}`).join(''));
  expect((await parseTable(bytes, somebody())).encoding).toEqual({ name: 'windows-1250', isChosen: false });
});
