/** The texts and the button of a site or of one of its banners, with what they inherit. */

import { useSetState } from '@mantine/hooks';
import { readPageDefaults, savePageDefaults } from '@signpost/contract/calls/pages.ts';
import { template } from '@signpost/contract/entities/template.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import type { PageDefaultsView } from '@signpost/contract/traffic/pages/preview.ts';
import { idOf, useScreenParams } from '../../../address/use-params.ts';
import { recordsKey, send, useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useUnsaved } from '../../../api/unsaved.ts';
import { useAction } from '../../../api/use-action.ts';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Form } from '../../../ui/form.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { plural } from '../../../ui/values/plural.ts';
import { Badge } from '../../../ui/values/values.tsx';
import classes from './templates.module.css';

type Texts = Readonly<Record<string, string>>;

const PLACE = /^[a-z][a-z0-9_]*$/;

function Banners({ defaults: { banners, websiteId } }: { defaults: PageDefaultsView }) {
  const renderBanners = () => {
    if (banners.length === 0) return <p className={classes.hint}>This site has no campaign box yet.</p>;
    return (
      <ul className={classes.banners}>
        {banners.map(({ id, name, texts, hasButton }) => {
          const describeOwnTexts = () => {
            if (texts === 0 && !hasButton) return 'As the site';
            return `${texts} own ${plural(texts, 'text')}${hasButton ? ', own button' : ''}`;
          };
          return (
            <li key={id}>
              <a href={hashHref(path.templatesDefaultsBanner({ id: websiteId, bannerId: id }))}>{name}</a>
              <span className={classes.hint}>{describeOwnTexts()}</span>
            </li>
          );
        })}
      </ul>
    );
  };
  return (
    <Panel title="Banners of this site" description="A banner uses the texts of its site unless it has its own.">
      {renderBanners()}
    </Panel>
  );
}

interface PlacesProps {
  defaults: PageDefaultsView;
  texts: Texts;
  added: readonly string[];
  onChange: (name: string, text: string) => void;
}

function Places({ defaults, texts, added, onChange }: PlacesProps) {
  const inherited = new Map(defaults.inherited.map((one) => [one.name, one]));
  const names = [...new Set([...inherited.keys(), ...defaults.texts.map(({ name }) => name), ...added])].sort();
  if (names.length === 0)
    return (
      <p className={classes.hint}>No template has a place for a text yet. Add a place below, or write a template.</p>
    );
  return (
    <div>
      {names.map((name) => {
        const from = inherited.get(name);
        const own = texts[name] ?? '';
        const renderSource = () => {
          if (own === '')
            return (
              <>
                <Badge>Inherited</Badge> {from?.from ? `from ${from.from}` : 'Nothing: templates show it empty'}
              </>
            );
          return <Badge tone="accent">Own text</Badge>;
        };
        return (
          <div key={name} className={classes.place}>
            <span className={classes.name}>{`{{ ${name} }}`}</span>
            <div className={classes.side}>
              <TextInput
                label={`Text of ${name}`}
                hideLabel
                value={own}
                placeholder={from?.text || (from?.from ? 'Each template shows its own text' : 'No text')}
                maxLength={2000}
                onChange={(text) => onChange(name, text)}
              />
              <p className={classes.hint}>{renderSource()}</p>
            </div>
          </div>
        );
      })}
    </div>
  );
}

interface EditorState {
  texts: Texts;
  buttonId: number | null;
  /** Places that no template has yet. */
  added: readonly string[];
  /** The name of the next such place. */
  typed: string;
}

function Editor({ defaults }: { defaults: PageDefaultsView }) {
  const { websiteId, bannerId, version } = defaults;
  const saved: Texts = Object.fromEntries(defaults.texts.map(({ name, text }) => [name, text]));
  const [{ texts, buttonId, added, typed }, set] = useSetState<EditorState>({
    texts: saved,
    buttonId: defaults.buttonId,
    added: [],
    typed: '',
  });
  const rows = Object.entries(texts).flatMap(([name, text]) => {
    if (text.trim() === '') return [];
    return [{ name, text }];
  });
  const isChanged =
    buttonId !== defaults.buttonId ||
    rows.length !== defaults.texts.length ||
    rows.some(({ name, text }) => saved[name] !== text);
  const save = useAction(
    () =>
      send(savePageDefaults, {
        params: { websiteId, bannerId: bannerId ?? 0 },
        body: { version, buttonId, texts: rows },
      }),
    { refresh: [recordsKey(template)], said: () => 'The defaults are saved.' },
  );
  useUnsaved(isChanged);
  const isPlace = PLACE.test(typed);
  const describeButton = () => {
    if (defaults.inheritedButton === null) return 'Without a button here, each template shows its own.';
    return `Without a button here, ${defaults.inheritedButton.name} of the site is shown.`;
  };
  return (
    <Form
      className={classes.page}
      onSubmit={() => {
        if (isChanged) save.mutate(undefined);
      }}
    >
      <Panel title="Button" description={describeButton()}>
        <ReferenceInput label="Button" to="button" value={buttonId} onChange={(id) => set({ buttonId: id })} />
      </Panel>
      <Panel title="Texts" description="An empty field inherits: a banner from its site, a site from the template.">
        <Places
          defaults={defaults}
          texts={texts}
          added={added}
          onChange={(name, text) => set({ texts: { ...texts, [name]: text } })}
        />
        <div className={classes.adder}>
          <TextInput
            label="Another place"
            value={typed}
            onChange={(text) => set({ typed: text })}
            maxLength={40}
            mono
            errors={
              typed === '' || isPlace ? [] : ['Use small letters, digits and underscore, starting with a letter.']
            }
          />
          <Button disabled={!isPlace} onClick={() => set({ added: [...added, typed], typed: '' })}>
            Add place
          </Button>
        </div>
      </Panel>
      <div className={classes.adder}>
        <Button kind="primary" type="submit" disabled={!isChanged} loading={save.isPending}>
          Save defaults
        </Button>
      </div>
      {bannerId === null && <Banners defaults={defaults} />}
    </Form>
  );
}

export default function TemplateDefaultsPage() {
  const { id, bannerId } = useScreenParams();
  const params = { websiteId: idOf(id), bannerId: bannerId === undefined ? 0 : idOf(bannerId) };
  const defaults = useCall(readPageDefaults, { params });
  return (
    <Loaded of={defaults} skeleton={<FormSkeleton />}>
      {(data) => <Defaults defaults={data} />}
    </Loaded>
  );
}

function Defaults({ defaults }: { defaults: PageDefaultsView }) {
  const { websiteName, bannerName, websiteId, bannerId, version } = defaults;
  return (
    <>
      <PageHeader title={bannerName === null ? `Defaults of ${websiteName}` : `Defaults of ${bannerName}`} />
      {bannerName !== null && (
        <p className={classes.hint}>
          <a href={hashHref(path.templatesDefaults({ id: websiteId }))}>All of {websiteName}</a>
        </p>
      )}
      <Editor key={`${websiteId} ${bannerId} ${version}`} defaults={defaults} />
    </>
  );
}
