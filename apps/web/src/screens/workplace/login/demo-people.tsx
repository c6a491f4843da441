import type { SignInConfig } from '@signpost/contract/workplace/people/sign-in.ts';
import { IconChevronRight } from '@tabler/icons-react';
import classes from './login.module.css';

/** One person of the demo world. */
type DemoPerson = SignInConfig['demoPeople'][number];

/** One person per grade, to try the product as that grade. */
export function DemoPeople({
  people,
  onChoose,
}: {
  people: readonly DemoPerson[];
  onChoose: (person: DemoPerson) => void;
}) {
  return (
    <div>
      <p className={classes.hint}>This is a demo with made-up data. Choose who to sign in as.</p>
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={person.email}>
            <button type="button" onClick={() => onChoose(person)}>
              <span className={classes.grade}>{person.grade}</span>
              <span>{person.name}</span>
              <IconChevronRight size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
