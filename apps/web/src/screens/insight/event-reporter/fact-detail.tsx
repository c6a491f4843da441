/** The details of a fact: times, measures, and the decision behind it. */

import type { FactView } from '@signpost/contract/insight/stats/facts.ts';
import { isKeyOf } from '@signpost/contract/objects.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { CLICK_REASONS } from '@signpost/contract/traffic/clicks/explain.ts';
import {
  FACT_FREE_TEXTS,
  FACT_IDS,
  FACT_KIND_LABELS,
  FACT_TEXTS,
  type FactFreeText,
  type FactText,
  NIL_UUID,
} from '@signpost/contract/traffic/clicks/fact.ts';
import { AD_CLICK_IDS, CONSENT_LABELS, readKeptParameters } from '@signpost/contract/traffic/clicks/parameters.ts';
import { useState } from 'react';
import { useUser } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import { IdText, Time } from '../../../ui/values/values.tsx';
import classes from './event-reporter.module.css';
import { measuresOf } from './fact-columns.tsx';

const NAMES: Readonly<Record<string, string>> = { os: 'OS', txid: 'Transaction id', targetUrl: 'Target URL' };

const words = (key: string): string => {
  const name = NAMES[key];
  if (name !== undefined) return name;
  const text = key.replace(/Id$/, '').replace(/[A-Z]|\d+/g, (part) => ` ${part.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** A text of the fact; codes are shown in words. */
function textOf(fact: FactView, key: FactText | FactFreeText): string {
  const text = fact[key];
  if (key === 'reason') return CLICK_REASONS[text] ?? text;
  if (key === 'consent' && isKeyOf(CONSENT_LABELS, text)) return CONSENT_LABELS[text];
  return text;
}

/** A parameter of the link; ids of ad platforms name their platform. */
function parameterLabel(name: string): string {
  if (isKeyOf(AD_CLICK_IDS, name)) return `${name} (${AD_CLICK_IDS[name]})`;
  return name;
}

/** The stored decision; a text that is not JSON is shown unchanged. */
function trace(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Older facts can contain a plain sentence.
    return text;
  }
}

/** The drawer with a fact, and the function that opens it. */
export function useFactDetail() {
  const [fact, setFact] = useState<FactView | null>(null);
  return { open: setFact, detail: <FactDetail fact={fact} onClose={() => setFact(null)} /> };
}

function FactDetail({ fact, onClose }: { fact: FactView | null; onClose: () => void }) {
  const { timeZone: zone } = useUser();
  return (
    <Drawer opened={fact !== null} onClose={onClose} title={fact ? FACT_KIND_LABELS[fact.kind] : ''}>
      {fact && (
        <>
          <dl className={classes.facts}>
            <dt>Happened</dt>
            <dd>
              <Time value={fact.at} zone={zone} detail="second" />
            </dd>
            <dt>Click time</dt>
            <dd>
              <Time value={fact.clickAt} zone={zone} detail="second" />
            </dd>
            <dt>Recorded</dt>
            <dd>
              <Time value={fact.recordedAt} zone={zone} detail="second" />
            </dd>
            {measuresOf(fact).map(([label, value]) => (
              <div key={label} className={classes.pair}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            {Number(fact.amount) !== 0 && (
              <>
                <dt>Reported</dt>
                <dd>
                  {formatNumber(fact.amount, 2)} {fact.currency} at {fact.rate}
                </dd>
              </>
            )}
            {FACT_IDS.filter((key) => fact[key] !== 0).map((key) => (
              <div key={key} className={classes.pair}>
                <dt>{words(key)}</dt>
                <dd>
                  {fact.labels[key] ?? ''} <IdText value={`#${fact[key]}`} />
                </dd>
              </div>
            ))}
            {[...FACT_TEXTS, ...FACT_FREE_TEXTS]
              .filter((key) => key !== 'trace' && key !== 'parameters' && fact[key] !== '')
              .map((key) => (
                <div key={key} className={classes.pair}>
                  <dt>{words(key)}</dt>
                  <dd className={classes.long}>{textOf(fact, key)}</dd>
                </div>
              ))}
            {Object.entries(readKeptParameters(fact.parameters)).map(([name, value]) => (
              <div key={name} className={classes.pair}>
                <dt>{parameterLabel(name)}</dt>
                <dd className={classes.long}>{value}</dd>
              </div>
            ))}
            <dt>Fact</dt>
            <dd>
              <IdText value={fact.factId} copy />
            </dd>
            <dt>Click</dt>
            <dd>
              <IdText value={fact.clickId} copy />
            </dd>
          </dl>
          {fact.trace !== '' && (
            <>
              <h3 className={classes.sub}>What decided</h3>
              <CodeBlock className={classes.trace} label="What decided">
                {trace(fact.trace)}
              </CodeBlock>
            </>
          )}
          {fact.clickId !== NIL_UUID && (
            <Button href={hashHref(path.eventReporterSupport({ type: 'click', id: fact.clickId }))}>
              Show the trace of this click
            </Button>
          )}
        </>
      )}
    </Drawer>
  );
}
