import { mayOpen } from '@signpost/contract/access/access.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { IconBellPlus } from '@tabler/icons-react';
import { useUser } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { alertHref } from './alert-href.ts';

/** Opens a new alert about the king stat of a question, for people who may make alerts. */
export function AlertButton({ question }: { question: StatsQuestion }) {
  const user = useUser();
  if (!mayOpen(user, ROUTES.alertsAdd)) return null;
  return (
    <Button icon={<IconBellPlus size={16} aria-hidden />} href={alertHref(question)}>
      Alert me about this
    </Button>
  );
}
