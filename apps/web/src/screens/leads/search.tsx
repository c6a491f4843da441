/** `/lead-search`: leads by person, click, status, partner and day. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { RecordListPage } from '../../records/list-page.tsx';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { leadScreen } from './lead-screen.tsx';
import classes from './leads.module.css';

/** A person is stored sealed, so only the whole address or number finds them. */
function PersonSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [errors, setErrors] = useState<string[]>([]);
  const [found, setFound] = useState<number | null>(null);
  const go = (search: Record<string, unknown>) => void navigate({ to: '.', search: search as never });
  async function find() {
    try {
      const { data: ids } = await request<number[]>(`leads/by-person?text=${encodeURIComponent(text)}`);
      setErrors([]);
      setFound(ids.length);
      if (ids.length === 0) showSnackbar({ message: 'No lead has this e-mail address or phone number.' });
      else go({ ids });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors([error.reason]);
    }
  }
  return (
    <form
      className={classes.person}
      onSubmit={(event) => {
        event.preventDefault();
        void find();
      }}
    >
      <TextInput
        label="E-mail or phone"
        hideLabel
        placeholder="Whole e-mail address or phone number"
        value={text}
        onChange={setText}
        errors={errors}
      />
      <Button type="submit" disabled={text.trim().length < 3}>
        Find person
      </Button>
      {found !== null && found > 0 && (
        <Button
          kind="quiet"
          onClick={() => {
            setText('');
            setFound(null);
            go({});
          }}
        >
          Show all leads
        </Button>
      )}
    </form>
  );
}

export default function LeadSearchPage() {
  return (
    <>
      <PersonSearch />
      <RecordListPage screen={leadScreen} />
    </>
  );
}
