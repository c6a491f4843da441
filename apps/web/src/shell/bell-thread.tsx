import { hashHref } from '@signpost/contract/routes/paths.ts';
import type { Notice, NoticeThread } from '@signpost/contract/workplace/notifications/notifications.ts';
import { SEVERITY_LABELS } from '@signpost/contract/workplace/notifications/topics.ts';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Time } from '../ui/values/values.tsx';
import classes from './bell.module.css';

interface BellThreadProps {
  thread: NoticeThread;
  zone: string;
  /** Marks the thread as read up to this notification. */
  onRead: (upTo: number) => void;
  onClose: () => void;
}

/** The notifications of one thread: the newest in full, the others on demand. */
export function BellThread({ thread, zone, onRead, onClose }: BellThreadProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const [first, ...others] = thread.notices;
  if (first === undefined) return null;
  const read = () => {
    if (thread.unread > 0) onRead(first.id);
  };
  const open = () => {
    read();
    onClose();
  };
  const hidden = thread.total - thread.notices.length;
  return (
    <li className={classes.thread} data-unread={thread.unread > 0 || undefined}>
      <NoticeItem notice={first} zone={zone} onOpen={open} />
      <div className={classes.actions}>
        {others.length > 0 && (
          <Button
            kind="quiet"
            onClick={() => {
              setUnfolded(!isUnfolded);
              read();
            }}
          >
            {isUnfolded ? 'Show less' : `Show ${others.length + hidden} earlier`}
          </Button>
        )}
        {thread.unread > 0 && (
          <Button kind="quiet" onClick={read}>
            Mark as read
          </Button>
        )}
      </div>
      {isUnfolded && (
        <div className={classes.earlier}>
          {others.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} zone={zone} onOpen={open} />
          ))}
          {hidden > 0 && <p>{hidden} older notifications of this thread are not shown.</p>}
        </div>
      )}
    </li>
  );
}

function NoticeItem({ notice, zone, onOpen }: { notice: Notice; zone: string; onOpen: () => void }) {
  const { severity, title, lines, facts, link, at, isRead } = notice;
  return (
    <article className={classes.notice} data-severity={severity}>
      <h3>
        <span className={classes.severity}>{SEVERITY_LABELS[severity]}: </span>
        {title}
        {!isRead && <span className={classes.severity}> (unread)</span>}
      </h3>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {facts.map(({ label, value }) => (
        <p key={label}>
          {label}: {value}
        </p>
      ))}
      <p className={classes.foot}>
        <Time value={at} zone={zone} ago />
        {link !== null && (
          <a href={hashHref(link.address)} onClick={onOpen}>
            {link.label}
          </a>
        )}
      </p>
    </article>
  );
}
