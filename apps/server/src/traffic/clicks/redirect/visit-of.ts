import type { IncomingHttpHeaders } from 'node:http';
import { hostOf, languageOf } from '@signpost/contract/traffic/clicks/visit-words.ts';
import type { Visit } from '../decide/visit.ts';
import type { Agent } from './agent.ts';
import { bareHost } from './answer.ts';
import { consentOf } from './kept-parameters.ts';
import type { Link } from './link.ts';

type Known = Pick<Visit, 'boxId' | 'visitor' | 'returning' | 'at' | 'geo' | 'address'> & {
  readonly agent: Agent;
  /** The name of the parameter with the choice that a visitor made on another site. */
  readonly consentParameter: string;
};

/** The visit of a request: what the link and the headers say, and what is known of the visitor. */
export function visitOf(headers: IncomingHttpHeaders, link: Link, known: Known): Visit {
  const { agent } = known;
  return {
    boxId: known.boxId,
    visitor: known.visitor,
    returning: known.returning,
    at: known.at,
    geo: known.geo,
    language: languageOf(headers['accept-language']),
    device: agent.device,
    os: agent.os,
    browser: agent.browser,
    address: known.address,
    source: link.source,
    referrer: hostOf(link.ref) || hostOf(headers.referer),
    host: bareHost(headers.host),
    code: link.code,
    subs: link.subs,
    kept: link.kept,
    consent: consentOf(headers['sec-gpc'], link.kept[known.consentParameter]),
  };
}
