/** How often languages use the letters outside ASCII: the knowledge by which the encoding of a text is detected. */
import type { EncodingName } from '@signpost/contract/reading/encodings.ts';

export interface Alphabet {
  encodings: readonly EncodingName[];
  /** Small letters, the most frequent one first. */
  letters: string;
  /** Whether these letters stand between those of ASCII. In other scripts, words consist of them alone. */
  isLatin: boolean;
}

const WESTERN = ['windows-1252', 'macintosh'] as const;
const CENTRAL = ['windows-1250', 'iso-8859-2'] as const;
const CYRILLIC = ['windows-1251', 'koi8-r', 'koi8-u', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'] as const;

const latin = (encodings: readonly EncodingName[], letters: string): Alphabet => ({
  encodings,
  letters,
  isLatin: true,
});
const script = (encodings: readonly EncodingName[], letters: string): Alphabet => ({
  encodings,
  letters,
  isLatin: false,
});

export const ALPHABETS: readonly Alphabet[] = [
  latin(WESTERN, 'üäöß'),
  latin(WESTERN, 'éèàêçôîùâûïëœ'),
  latin(WESTERN, 'óíáéñúü'),
  latin(WESTERN, 'ãçáéíóêõâúàô'),
  latin(WESTERN, 'àèéìòù'),
  latin(WESTERN, 'øåæéöä'),
  latin(WESTERN, 'äöåé'),
  latin(WESTERN, 'áíðéúóþöæý'),
  // A file with names from several countries.
  latin(WESTERN, 'éüöóáäíñãçèøúåàêæßâôîëïœûõùòì'),
  latin(CENTRAL, 'łęóążśćńź'),
  latin(CENTRAL, 'íáěéýřčžšůúťďňó'),
  latin(CENTRAL, 'áíčéýžšúťľôňóäďŕĺ'),
  latin(CENTRAL, 'áéöóőüíúű'),
  latin(CENTRAL, 'čšžćđ'),
  latin(CENTRAL, 'ăşţîâ'),
  latin(CENTRAL, 'üäöß'),
  latin(CENTRAL, 'áéíółęąčšžćöüýśżńřěőúôďťňůűľđäăşţîâźß'),
  // Its capital letter with a dot is an `i`.
  latin(['windows-1254'], 'ıüşçğöiâîû'),
  latin(['windows-1257'], 'ėšųžįąčęū'),
  latin(['windows-1257'], 'āīēšņļūžķģč'),
  latin(['windows-1257'], 'äõüöšž'),
  script(CYRILLIC, 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'),
  script(CYRILLIC, 'оанивертскіулдмпзьябгчйхцжїюєшфщґ'),
  script(CYRILLIC, 'аиоентрсвлдкпмъугзбчяжщхцшюйф'),
  script(CYRILLIC, 'аиоенрстјукдвмлпзбгчшцњљхжћђфџ'),
  script(['windows-1253'], 'αοιετσνηυρπκμλςίόάγέδήωχθύφβξώζψϊϋΐΰ'),
  script(['windows-1255'], 'יוהלאתרבמשנכדעקחםפטגזסןצךףץ'),
  script(['windows-1256', 'iso-8859-6'], 'اليمنرتوبدةعسفكهأحقجشصطخإذضزىئثغءظآؤپچگژ'),
  script(['windows-874'], 'านรอกเงมยลวดทสตะปบคหแจพชขใไโผถซณศธฐฉภษฝฟญฎฏุูิี่้ัื์็ำึ๊๋'),
];

/** How common an encoding is in files of our partners, as a logarithm. It counts before any letter of the file does. */
export const EXPECTED: Readonly<Partial<Record<EncodingName, number>>> = {
  'windows-1252': 0,
  'windows-1250': -1,
  'windows-1251': -1,
  'windows-1253': -1.5,
  'windows-1254': -1.5,
  'windows-1255': -1.5,
  'windows-1256': -1.5,
  'windows-1257': -2,
  'windows-874': -1.5,
  'iso-8859-2': -3,
  'koi8-r': -4,
  'koi8-u': -4,
  'iso-8859-5': -5,
  'iso-8859-6': -5,
  'x-mac-cyrillic': -5,
  ibm866: -2.5,
  macintosh: -5,
  shift_jis: -1,
  'euc-jp': -2.5,
  gb18030: -1,
  big5: -1.5,
  'euc-kr': -1.5,
};
/** How common each encoding that cannot be read is. */
export const EXPECTED_UNREADABLE = -5;
