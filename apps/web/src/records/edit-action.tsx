/** The way from a record's page to its form. */

import { inSentence } from '@signpost/contract/define/words.ts';
import { IconEdit } from '@tabler/icons-react';
import { Button } from '../ui/button.tsx';
import { MobileActions } from '../ui/layout/mobile-layout.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import { useEditHref } from './record-crumbs.tsx';
import type { RecordRow, RecordScreen } from './screen.ts';

interface Props {
  screen: Pick<RecordScreen, 'entity'>;
  record: RecordRow;
  /** The word for the record on the button; the entity's name by default. */
  noun?: string;
}

/**
 * The button is in the header; on a phone, where the header has room for the record's name alone, it is at the bottom.
 * It must be the last element of a page: on a phone it leaves space below the content, which the button would cover.
 */
export function EditAction({ screen, record, noun = inSentence(screen.entity.one) }: Props) {
  const href = useEditHref(screen, record);
  const isMobile = useMobile();
  if (href === undefined) return null;
  const button = (
    <Button kind="primary" href={href} icon={<IconEdit size={16} aria-hidden />}>
      Edit {noun}
    </Button>
  );
  if (isMobile) return <MobileActions>{button}</MobileActions>;
  return <PageHeader action={button} />;
}
