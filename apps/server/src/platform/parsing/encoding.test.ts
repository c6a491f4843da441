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
  ['Ukrainian in KOI8', 'koi8-u', 'Дата;Опис;Сума\n1;Комісія партнера їжак;12,50\n2;Повернення;2,00\n'],
  ['Ukrainian cities in KOI8', 'koi8-u', 'id;місто\n1;Київ\n2;Львів\n3;Чернігів\n4;Ґалаґан\n'],
  ['Russian in KOI8 of both kinds', 'koi8-r', 'Дата;Описание\n1;Комиссия партнёра\n2;Возврат\n'],
  ['Russian in ISO', 'iso-8859-5', 'Дата;Описание;Сумма\n1;Комиссия партнёра;12,50\n2;Возврат;2,00\n'],
  ['Ukrainian in ISO', 'iso-8859-5', 'Дата;Опис;Сума\n1;Комісія партнера їжак;12,50\n2;Повернення;2,00\n'],
  ['many quoted words', 'windows-1252', 'a;b\n1;“big” “red” “new” “old”\n2;„alt“ „neu“ «vieux» ‘odd’\n'],
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
  // makeradmin 678: Swedish of DOS was read as Windows-1250.
  ['Swedish of DOS', raw('Beskrivning;Belopp\nInt\x84kter fr\x86n f\x94rs\x84ljning;1\n\x8fterb\x84ring;2\n'), 'asks'],
  ['one Swedish city of DOS', raw('id;stad\n1;Malm\x94\n'), 'asks'],
  ['French of DOS', raw('Date;\x90v\x82nement\n1;D\x82p\x93t valid\x82 \x85 Orl\x82ans\n'), 'asks'],
  ['Portuguese of DOS 850', raw('Data;Pa\xa1s;Comiss\xc6o\n1;S\xc6o Jo\xc6o\n2;Promo\x87\xc6o\n'), 'asks'],
  ['Danish of DOS', raw('Land;Bel\x9bb\nK\x9bbenhavn;\x92r\x9b Sm\x9brrebr\x9bd p\x86 g\x86rd\n'), 'asks'],
  ['Czech of DOS', raw('Datum;Zem\xd8\n1;\xacesko\n2;Vyhled\xa0va\x9f\n3;P\xfd\xa1m\xd8 p\xfd\xa1stup\n'), 'asks'],
  ['Greek of DOS', raw('\x8f\xa2\x9e\xa8\xe0\xa3\xe3 \xa7\xa8\xa6\xa3\xe3\x9f\x9c\xa0\x98\xaa;2\n'), 'asks'],
  ['Hebrew of DOS', raw('\x9a\x80\x98\x89\x8a;\x9a\x89\x80\x85\x98;\x91\x8b\x85\x8d\n'), 'asks'],
  ['Russian of old Macs', raw('\x84\xe0\xf2\xe0;\x8e\xef\xe8\xf1\xe0\xed\xe8\xe5;\x91\xf3\xec\xec\xe0\n'), 'asks'],
  ['ISO-2022-JP', raw('\x1b$BF|IU\x1b(B;1\n\x1b$BEl5~ET\x1b(B;2\n'), 'iso-2022-jp'],
  ['ISO-2022-KR', raw('\x1b$)C\n\x0e3/B%\x0f;1\n'), 'asks'],
  ['HZ', raw('~{HUFZ~};1\n~{MF9cS6=p~};2\n'), 'asks'],
  ['German in UTF-7', raw('Empf+AOQ-nger;Betr+AOQ-ge\nM+APw-ller;12,50\n'), 'asks'],
  ['Russian in UTF-7', raw('+BBQEMARCBDA;+BB4EPwQ4BEEEMAQ9BDgENQ\n1;2\n'), 'asks'],
  ['Japanese in UTF-7', raw('+ZeVO2A;+ZFiJgQ;+kdGYTQ\n1;2;3\n'), 'asks'],
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
  ['plus signs', Buffer.from('phone;tags\n+436601234567;a+b\n+43-660-12;new+york+city\n+49176;+Bonus+And+Abc\n')],
  ['one tag with a plus sign', Buffer.from('a;b\n+Abc;1\n')],
  ['braces', Buffer.from('a;b\n~{name};{~}\n')],
  ['nothing', Buffer.from('')],
])('reads %s as it is, whatever a person has chosen', (_form, bytes) => {
  const read = decodeTable(bytes, undefined);
  expect(read.encoding).toBeNull();
  expect(decodeTable(bytes, 'windows-1250')).toEqual(read);
});

it('reads texts of ASCII as they stand if a person wants that, and says how others can be read', () => {
  const bytes = raw('Empf+AOQ-nger\n');
  expect(decodeTable(bytes, 'utf-8')).toEqual({ text: 'Empf+AOQ-nger\n', encoding: null });
  expect(() => decodeTable(bytes, undefined)).toThrow(
    expect.objectContaining({
      errors: [
        { path: 'encoding', message: expect.stringContaining('UTF-7, which cannot be read here. Save it as UTF-8') },
      ],
    }),
  );
  expect(decodeTable(raw('\x1b$BEl5~ET\x1b(B\n'), undefined).text).toBe('東京都\n');
  expect(() => decodeTable(raw('stad\nG\x94teborg\nV\x84ster\x86s\n'), undefined)).toThrow(
    expect.objectContaining({
      errors: [{ path: 'encoding', message: expect.stringMatching(/“Göteborg Västerås”, it is in DOS .*UTF-8/) }],
    }),
  );
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
