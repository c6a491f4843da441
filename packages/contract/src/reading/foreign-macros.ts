/**
 * Macros as other trackers and networks write them, such as `{{clickid}}` or `[CLICK_ID]`. People paste addresses that
 * contain them; nothing would fill them here, and the partner would get the macro as the id of every visitor.
 */

/**
 * The brackets of other tools around a name. Those whose signs addresses use for other things, too, make a macro only if
 * they stand around a whole value.
 */
const SPELLINGS: readonly RegExp[] = [
  /[$%#@]\{[\s+]{0,3}([A-Za-z_][\w.-]{0,60})[\s+]{0,3}\}/,
  /\{\{[\s+]?\.?([A-Za-z_][\w.-]{0,60})[\s+]?\}\}/,
  /\{(?:\s|%20|\+){1,3}([A-Za-z_][\w.-]{0,60})(?:\s|%20|\+){0,3}\}/,
  /\{([A-Za-z_][\w.-]{0,60})(?:\s|%20){1,3}\}/,
  /\{([A-Za-z_][\w.-]{0,60})(?:[|:=]|%7C|%3A|%3D)[^{}]{0,60}\}/i,
  /(?:%7B){1,3}(?:%20|\+)?\.?([A-Za-z_][\w.-]{0,60})(?:%20|\+)?(?:%7D){1,3}/i,
  // The same with an operator and its value: `%7Bdate:Y-m-d%7D`.
  /(?:%7B){1,3}(?:%20|\+)?\.?([A-Za-z_][\w.-]{0,60})(?:[|:=]|%7C|%3A|%3D)(?:(?!%7D)[^{}&?#]){0,60}(?:%7D){1,3}/i,
  /(?<=[=/])\[{1,2}([A-Za-z_][\w.-]{0,60})\]{1,2}(?=$|[&/?#])/,
  /(?<=[=/])%5B([A-Za-z_][\w.-]{0,60})%5D(?=$|[&/?#])/i,
  /(?<=[=/])<{1,2}([A-Za-z_][\w.-]{0,60})>{1,2}(?=$|[&/?#])/,
  /(?<=[=/])%3C([A-Za-z_][\w.-]{0,60})%3E(?=$|[&/?#])/i,
  /(?<=[=/])#([A-Za-z_][\w.-]{0,60})#(?=$|[&/?#])/,
  /(?<=[=/])%{1,2}([A-Za-z_][\w.-]{0,60})%{1,2}(?=$|[&/?#])/,
  /(?<=[=/])__([A-Za-z_][\w.-]{0,60})__(?=$|[&/?#])/,
  /(?<=[=/])\$([A-Za-z_][\w.-]{0,60})\$?(?=$|[&/?#])/,
  /(?<=[=/])!([A-Za-z_][\w.-]{0,60})!(?=$|[&/?#])/,
  /(?<=[=/])@([A-Za-z_][\w.-]{0,60})@(?=$|[&/?#])/,
  /(?<=[=/]):([A-Za-z_][\w.-]{0,60}):?(?=$|[&/?#])/,
  /(?<=[=/])\({2}([A-Za-z_][\w.-]{0,60})\){2}(?=$|[&/?#])/,
  /(?<=[=/])\*?\|([A-Za-z_][\w.-]{0,60})\|\*?(?=$|[&/?#])/,
  /(?<=[=/])(?:%25){1,2}([A-Za-z_][A-Za-z0-9_.-]{0,60})(?:%25){1,2}(?=$|[&/?#])/,
  /(?<=[=/])INSERT_(\w{1,60}?)_HERE(?=$|[&/?#])/i,
  /\{\$?([A-Za-z_]\w{0,30}-[\w-]{0,30})\}/,
  /\{\$([A-Za-z_]\w{0,60})\}/,
  // A brace that is missing at one end.
  /\{([A-Za-z_][\w-]{0,60})(?![\w}-])/,
  /(?<![\w{-])([A-Za-z_][\w-]{0,60})\}/,
];

/** The names under which other tools have our macros, without dashes and underscores and in lower case. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  click_id: [
    'clickid',
    'cid',
    'subid',
    'click',
    'clickidentifier',
    'externalid',
    'extclickid',
    's2sclickid',
    'affclickid',
    'uniqueid',
    'visitorid',
  ],
  txid: ['txid', 'tid', 'transactionid', 'conversionid', 'orderid', 'leadid'],
  event: ['event', 'goal', 'goalname', 'eventname', 'eventtype', 'conversiontype'],
  status: ['status', 'conversionstatus'],
  payout: ['payout', 'revenue', 'amount', 'sum', 'commission', 'price'],
  currency: ['currency', 'payoutcurrency', 'cur'],
  geo: ['geo', 'country', 'countrycode', 'cc', 'geocode', 'countryiso'],
  device: ['device', 'devicetype', 'platform'],
  source: ['source', 'src', 'trafficsource', 'utmsource', 'siteid', 'site', 'zoneid'],
  sub1: ['sub1', 'subid1', 'affsub', 'affsub1', 'aff_sub', 's1', 'p1', 'var1', 'clickref', 'aff_sub1'],
  sub2: ['sub2', 'subid2', 'affsub2', 's2', 'p2', 'var2'],
  sub3: ['sub3', 'subid3', 'affsub3', 's3', 'p3', 'var3'],
  sub4: ['sub4', 'subid4', 'affsub4', 's4', 'p4', 'var4'],
  sub5: ['sub5', 'subid5', 'affsub5', 's5', 'p5', 'var5'],
  campaign_id: ['campaignid', 'campaign', 'cmpid', 'campid'],
  offer_id: ['offerid', 'offer'],
  partner_id: ['partnerid', 'advertiserid', 'advertiser'],
  box_id: ['boxid', 'box'],
  timestamp: ['timestamp', 'ts', 'time', 'unixtime', 'datetime', 'conversiontime'],
  email: ['email', 'mail'],
  phone: ['phone', 'tel', 'telephone', 'mobile'],
  first_name: ['firstname', 'fname'],
  last_name: ['lastname', 'lname', 'surname'],
  ip: ['ip', 'userip', 'ipaddress', 'clientip'],
};

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Our macro of the same meaning, if the place of the address knows it. */
export function ownMacroFor(name: string, isKnown: (name: string) => boolean): string | undefined {
  const asked = plain(name);
  return Object.keys(ALIASES).find(
    (own) => isKnown(own) && (plain(own) === asked || (ALIASES[own] ?? []).includes(asked)),
  );
}

/** Why an address has a macro that nothing here would fill, with the right spelling where there is one; null if it has none. */
export function foreignMacroProblem(address: string, isKnown: (name: string) => boolean): string | null {
  for (const spelling of SPELLINGS) {
    const [written, name] = spelling.exec(address) ?? [];
    if (written === undefined || name === undefined) continue;
    const own = ownMacroFor(name, isKnown);
    if (own !== undefined) return `Write {${own}} instead of ${written}.`;
    return `${written} is a macro of another tool, which nothing fills here. Remove it, or write its value.`;
  }
  return null;
}
