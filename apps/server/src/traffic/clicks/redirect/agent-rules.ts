/**
 * Our own rules for user agents, where the libraries are wrong about browsers of people, about televisions and about
 * systems. `npm run strangers` measures the result against public collections.
 */

/** Words that only programs call themselves, or that lead to the page of one. */
const PROGRAM = /bot\b|crawl|spider|scrap|slurp|fetch|monitor|preview|archiv|check|scan|http-|https?:\/\/|www\./i;
/** Systems whose agents begin with a comment that contains a name which somebody gave to the device. */
const DEVICE = /Android|Bada|Series40|SymbianOS|GoogleTV|HbbTV|IEMobile|SAMSUNG|\dMB;/;
/** Phones and tablets whose names look like those of programs. */
const PHONE = /\bM[ -]?bot\b/gi;
/** Apps of people whose tokens look like those of programs. */
const APP =
  /^(?:baidu(?:boxapp|browser)|zhangbai|AppleNews|TouTiaoNews|SohuNews|JsKit|GoogleGoggles-Android|MozillaDeveloperPreview)\/|^Java\/(?:Jbed|ASVM)\/|^com\.[\w.]+/;
/** Every browser of today, and no tool that says what it is, begins like this. */
const BEGIN = 'Mozilla/5.0 (';
/** Programs that the library does not know; editors of code fetch pages for their assistants. */
const UNKNOWN_PROGRAM =
  /\bGTmetrix\b|\bOneTrust\b|\bYLT\b|\bMiniature\.io\/|\bTSM-turingos-|\b(?:Code|Trae)\/[\d.]+ Chrome\//;
/**
 * Programs for documents and mail. They open a link themselves to find out where it leads, and the browser opens it only
 * then, so each click would count twice. Also those that look like Internet Explorer, whose parts Office uses.
 */
const OFFICE =
  /\bms-?office\b|\bMicrosoft Outlook \d|^(?:Microsoft )?(?:Office|Word|Excel|PowerPoint|Outlook|OneNote|Visio|Publisher|Project)(?:[ /]|$)|^(?:Mac)?Outlook[-/]|^(?:Apache )?(?:Libre|Open|Only|WPS ?)Office/i;

/**
 * Whether a user agent is a program's. `isKnown` is the library's answer. Where it says yes, the name of the device and
 * the tokens of people's apps are taken out, and it is asked again about the rest.
 */
export function isProgram(agent: string, isKnown: (text: string) => boolean): boolean {
  const text = withoutNote(agent);
  if (UNKNOWN_PROGRAM.test(text) || OFFICE.test(text)) return true;
  if (!isKnown(text)) return false;
  if (!text.startsWith(BEGIN)) return true;
  const comment = commentOf(text);
  const isDevice = DEVICE.test(comment);
  if (isDevice && PROGRAM.test(comment.replaceAll(PHONE, ''))) return true;
  const rest = isDevice ? `Mozilla/5.0 (Linux; Android 10; K)${text.slice(BEGIN.length + comment.length + 1)}` : text;
  const plain = withoutApps(rest);
  return plain === text || PROGRAM.test(plain) || isKnown(plain);
}

/**
 * The traces of an embedded browser component in agents of Internet Explorer: the address of its maker, and a second agent
 * that follows the name of its header. The programs with this component are used by people.
 */
const COMPONENT = /(?:from: )?https?:\/\/(?:www\.)?bsalsa\.com\/?|User-agent: (?=Mozilla\/4\.0 \()/gi;

/**
 * The agent without the note about the request that the proxies of some companies add behind bars, and without the traces
 * of an embedded component.
 */
export function withoutNote(agent: string): string {
  const note = agent.indexOf('||');
  if (note > 0) return agent.slice(0, note).trimEnd();
  if (!agent.includes('MSIE ')) return agent;
  return agent.replaceAll(COMPONENT, '');
}

/** The first comment of a browser's agent, without its parentheses. */
function commentOf(text: string): string {
  let depth = 1;
  for (let at = BEGIN.length; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(BEGIN.length, at);
  }
  return text.slice(BEGIN.length);
}

function withoutApps(text: string): string {
  const roblox = text.indexOf(' ROBLOX ');
  const rest = roblox === -1 ? text : text.slice(0, roblox);
  return rest
    .replaceAll(',gzip(gfe)', '')
    .replaceAll(' Large Screen ', ' ')
    .split(' ')
    .filter((word) => !APP.test(word))
    .join(' ')
    .trim();
}

const TELEVISION =
  /HbbTV|smart[- ]?tv|Google ?TV|Android ?TV|NetCast|LG Browser\/|TV-HDMI|\bDroid TV\b|\bDTV\b|Apple ?TV|\bRoku\b|\bCrKey\b|\bTV Bro\b|\bTV Safari\/|\bwebOS\.TV|\bWeb0S\b|\bBRAVIA\b|\bChromecast\b|\bMIBOX|\bMi ?TV\b|\bAQUOS-TV|\bSHIELD Android\b|\bFire ?TV\b|\bADT-\d/i;
/** The models of the sticks and televisions of Amazon. */
const FIRE_TV = /\bAFT[A-Z]/;

const HANDHELD = /mobile|phone|\bpixel\b/i;
/** The names that makers give to televisions with Android. */
const TV = /\bTV\b/;

/** The device, where our rules know better than the library, or undefined. */
export function deviceByRule(text: string): 'smarttv' | undefined {
  if (TELEVISION.test(text) || FIRE_TV.test(text)) return 'smarttv';
  const isTelevision = text.includes('Android') && TV.test(text);
  if (isTelevision && !HANDHELD.test(text)) return 'smarttv';
  return undefined;
}

/** A headset by its name. The library also finds it at the end of words such as "request". */
const HEADSET = /\bquest(?![a-z])/i;

/** Whether the library took a word for a device that nobody wears. */
export const isNoWearable = (type: string | undefined, model: string | undefined, text: string): boolean =>
  type === 'wearable' && /^quest/i.test(model ?? '') && !HEADSET.test(text);

/** The device of a system where the library knows none. Android without a word for phones is on a tablet, as Chrome documents it. */
export function deviceOfSystem(system: string, text: string): string {
  if (system !== 'Android') return system === '' ? '' : 'desktop';
  if (HANDHELD.test(text)) return 'mobile';
  return 'tablet';
}

/** In this order, because some agents name other systems too so that pages treat them alike. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows Phone|XBLWP7|ZuneWP7|\bwds \d/, 'Windows Phone'],
  [/BlackBerry|PlayBook|RIM Tablet|\bBB10\b/, 'BlackBerry'],
  [/Symbian|Series ?60|\bS60(?:V\d|\/\d)/, 'Symbian'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/(?:CriOS|EdgiOS|FxiOS)\/|iPhone|iPad|iPod|\biP[hd] OS|\biOS[ /;]/, 'iOS'],
  [/OculusBrowser\/|\bSilk\/|\bAdr \d|^JUC \(Linux/, 'Android'],
  [/FreeBSD/, 'FreeBSD'],
];
/** Apps on a Mac name the kernel that iOS has too, and its processor. */
const KERNEL = /\bDarwin\/\d/;
const MAC = /x86_64|i386|\(Mac/;

/** The system, where our rules know better than the library, or undefined. */
export const systemByRule = (text: string): string | undefined =>
  SYSTEMS.find(([pattern]) => pattern.test(text))?.[1] ?? (KERNEL.test(text) && MAC.test(text) ? 'macOS' : undefined);
