/** How often Chinese, Japanese and Korean use their characters, for the detection of encodings. */
import type { EncodingName } from '@signpost/contract/reading/encodings.ts';

const SIMPLIFIED =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运额款号编状态批准消付单网站点击注册户费率源搜索引擎访问';
const TRADITIONAL =
  '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運額款號編狀態批准消付單網站點擊註冊戶費率源搜尋引擎訪問台灣香港';
const JAPANESE =
  '日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜音注帰古歌買悪図週室歩風紙黒花春赤青館屋色走秋夏習駅洋旅服検索引流付番号氏郎佐藤鈴橋伊渡辺村林加数額率登録承認却下未確定報酬太花';
const KOREAN =
  '이다는에의하고가을지은로를한기사도자리대서시어나인일아그들정해과수있것으보전여적상제부만관동주라면우성조스장공생원안연거신유비구경마오중되실치국방모계문용당요트학위산화미반할때음말같년선무세회분등체양내단물입었습니진람소바발행현남업금강식통력약간검색엔직접승취완료절결날짜익출민매번호됨';

export interface Ideographs {
  encoding: EncodingName;
  common: ReadonlySet<string>;
  /** The lead bytes of the characters that the standard calls the usual ones, and how many these are. */
  usual: readonly [from: number, until: number];
}

export const IDEOGRAPHS: readonly Ideographs[] = [
  { encoding: 'gb18030', common: new Set(SIMPLIFIED), usual: [0xb0, 0xd7] },
  { encoding: 'big5', common: new Set(TRADITIONAL), usual: [0xa4, 0xc6] },
  { encoding: 'shift_jis', common: new Set(JAPANESE), usual: [0x88, 0x97] },
  { encoding: 'euc-jp', common: new Set(JAPANESE), usual: [0xb0, 0xcf] },
  { encoding: 'euc-kr', common: new Set(KOREAN), usual: [0xb0, 0xc8] },
];
