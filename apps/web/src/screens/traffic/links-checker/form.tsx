/** `/links-checker-form`: links are pasted and checked. */
import { useState } from 'react';
import { useUnsaved } from '../../../api/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import classes from './links-checker.module.css';
import { useStartCheck } from './use-start.ts';

const LINES = 12;
const DRAFT = 'links-checker:pasted';

export default function LinksCheckerFormPage() {
  // The pasted text stays in this tab until it has been checked.
  const [{ text, name }, setDraft] = useState(() => ({ text: sessionStorage.getItem(DRAFT) ?? '', name: '' }));
  const { start, problem, clearProblem } = useStartCheck(() => sessionStorage.removeItem(DRAFT));
  useUnsaved(text !== '' && !start.isSuccess);
  const type = (next: string) => {
    clearProblem();
    setDraft({ text: next, name });
    sessionStorage.setItem(DRAFT, next);
  };
  return (
    <Panel
      title="Links"
      description="One per line, or several between spaces. Links of our own are cut behind their id. Write {click_id} where a link carries the click id, and the check follows it."
    >
      <Form
        className={classes.form}
        onSubmit={() => start.mutate({ name, texts: text.split('\n').filter((line) => line.trim() !== '') })}
      >
        <TextInput
          label="Links to check"
          lines={LINES}
          value={text}
          onChange={type}
          placeholder="https://example.com/offer?click={click_id}"
          errors={problem === null ? [] : [problem]}
          mono
          required
        />
        <TextInput
          label="Name"
          help="What you recognise the check by; the number of links if empty."
          value={name}
          onChange={(next) => setDraft({ text, name: next })}
          maxLength={120}
        />
        <div>
          <Button kind="primary" type="submit" disabled={text.trim() === ''} loading={start.isPending}>
            Check links
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
