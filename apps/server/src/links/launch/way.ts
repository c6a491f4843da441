/** Finds a visit that goes to what is checked: a box, or a box and a visitor whom it sends to a campaign or a partner. */
import { randomUUID } from 'node:crypto';
import { bannerPath, boxPath, seoBoxPath } from '@signpost/contract/clicks/link-settings.ts';
import type { LaunchSubject } from '@signpost/contract/links/launch.ts';
import { decide } from '../../clicks/decide/decide.ts';
import { hashText } from '../../clicks/decide/hash.ts';
import { decideOut } from '../../clicks/decide/out.ts';
import type { Visit } from '../../clicks/decide/visit.ts';
import { agentOf } from '../../clicks/redirect/agent.ts';
import type { Box, Snapshot } from '../../clicks/snapshot/compile.ts';

/** Visitors that are tried for each box; a campaign of one percent is missed once in ten thousand. */
const VISITORS = 900;
const MOST_BOXES = 50;

export interface Way {
  path: string;
  boxId: number;
  /** The name in the visitor's cookie. */
  visitor: string;
}

const pathOf = ({ id, boxKind }: Box): string =>
  boxKind === 'seo' ? seoBoxPath(id) : boxKind === 'banner' ? bannerPath(id) : boxPath(id);

export function findWay(
  snapshot: Snapshot,
  { subject, recordId, geo, userAgent }: { subject: LaunchSubject; recordId: number; geo: string; userAgent: string },
  now: number,
): Way | null {
  if (subject === 'campaignBox' || subject === 'seoCampaignBox') {
    const box = snapshot.boxes.get(recordId);
    return box === undefined ? null : { path: pathOf(box), boxId: box.id, visitor: randomUUID() };
  }
  const { device, os, browser } = agentOf(userAgent);
  const boxes = [...snapshot.boxes.values()].filter((box) => !box.paused && mayLead(snapshot, box, subject, recordId));
  for (const box of boxes.slice(0, MOST_BOXES))
    for (let count = 0; count < VISITORS; count += 1) {
      const visitor = randomUUID();
      const visit: Visit = {
        boxId: box.id,
        visitor: hashText(visitor),
        returning: true,
        at: now,
        geo,
        language: 'en',
        device,
        os,
        browser,
        source: '',
        referrer: '',
        host: '',
        code: '',
        subs: ['', '', '', '', ''],
      };
      const { campaign, offer } = decide(snapshot, visit);
      if (campaign === null) continue;
      const reached =
        subject === 'campaign'
          ? campaign.id === recordId
          : offer.partnerId === recordId ||
            decideOut(snapshot, box.id, campaign.id, visit).offer.partnerId === recordId;
      if (reached) return { path: pathOf(box), boxId: box.id, visitor };
    }
  return null;
}

/** Whether any campaign of the box or of its rules could be the one, or show the partner. */
function mayLead(
  { campaigns }: Snapshot,
  { allocation, rules }: Box,
  subject: LaunchSubject,
  recordId: number,
): boolean {
  const candidates = [allocation, ...rules.all.map((rule) => rule.allocation)].flatMap((one) => one.candidates);
  if (subject === 'campaign') return candidates.some(({ campaign }) => campaign.id === recordId);
  return candidates.some(
    ({ campaign }) => campaign.partnerId === recordId || (campaigns.get(campaign.id)?.productId ?? 0) !== 0,
  );
}
