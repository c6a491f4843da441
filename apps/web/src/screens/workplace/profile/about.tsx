import { Panel } from '../../../ui/layout/panel.tsx';
import classes from './profile.module.css';

/** Attributions that licences ask for, where everybody finds them. */
export function About() {
  return (
    <Panel title="About Signpost" description="Signpost is built on the work of others.">
      <ul className={classes.sources}>
        <li>
          Countries of visitors:{' '}
          <a href="https://db-ip.com" target="_blank" rel="noopener">
            IP Geolocation by DB-IP
          </a>
          , CC BY 4.0
        </li>
        <li>
          Fonts: Inter and JetBrains Mono,{' '}
          <a href="/licences-fonts.txt" target="_blank" rel="noopener">
            SIL Open Font License 1.1
          </a>
        </li>
        <li>
          Software:{' '}
          <a href="/licences.txt" target="_blank" rel="noopener">
            licences of the packages in this app
          </a>
        </li>
      </ul>
    </Panel>
  );
}
