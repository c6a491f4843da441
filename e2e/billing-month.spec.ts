/**
 * The month of a manager. It closes a month, and with it all before, in which other tests enter amounts; so it runs by
 * itself after all of them (playwright.config.ts).
 */
import { extractText, getDocumentProxy } from 'unpdf';
import { bytesOf } from './support/files.ts';
import { enter, expectDue, makeParty, openMonth, postLateRevenue } from './support/invoices.ts';
import { choose, newPerson, openAs, sessionOf, unique } from './support/people.ts';
import { type Browser, expect, type Locator, type Page, test } from './support/test.ts';

/** A colleague in a browser of their own, who approves the document. */
async function approve(browser: Browser, id: number) {
  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, 'Admin', `/approval?document=${id}`);
  await theirs.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(theirs.getByText(/^The document of .* is approved\.$/)).toBeVisible();
  await theirs.context().close();
}

/** A colleague in a browser of their own, who accepts the dispute; nobody decides about their own. */
async function acceptDispute(browser: Browser, id: number) {
  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, 'Admin', `/all-invoices?document=${id}`);
  await theirs.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  const answer = theirs.getByRole('dialog', { name: 'Accept the dispute' });
  await answer.getByRole('textbox', { name: 'Answer' }).fill('You are right.');
  await answer.getByRole('button', { name: 'Accept dispute' }).click();
  await expect(theirs.getByText('Answer: You are right.')).toBeVisible();
  await theirs.context().close();
}

const idIn = (page: Page): number => Number(/document=(\d+)/.exec(page.url())?.[1]);
const confirm = (page: Page, title: RegExp, button: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: button }).click();

/** Proposes, lets a colleague approve, and issues; returns the drawer of the issued document. */
async function issue(page: Page, browser: Browser, drawer: Locator): Promise<Locator> {
  await drawer.getByRole('button', { name: 'Propose for approval' }).click();
  await expect(drawer.getByText('Waits for approval', { exact: true })).toBeVisible();
  await approve(browser, idIn(page));
  await page.reload();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click();
  await confirm(page, /^Issue /, 'Issue credit note');
  const issued = page.getByRole('dialog', { name: /SP-(INV|CN)-\d{4}-\d{5}/ });
  await expect(issued).toBeVisible();
  return issued;
}

test('a manager bills a month: drafts, dispute, approval, number, PDF, payment, credit, statement, late facts', async ({
  page,
  browser,
}) => {
  const admin = await sessionOf(page.request);
  const { month, words, day, nextWords } = await openMonth(page.request, admin);
  const name = unique('Month');
  const partner = await makeParty(page.request, admin, 'partners', `${name} Casino`);
  const second = await makeParty(page.request, admin, 'partners', `${name} Sports`);
  const publisher = await makeParty(page.request, admin, 'publishers', `${name} Magazine`);
  const entry = { entryKind: 'revenue', day, partnerId: partner.id } as const;
  await enter(page.request, admin, { ...entry, amount: '100.33', geoId: partner.geoId });
  await enter(page.request, admin, { ...entry, amount: '99.68' });
  await enter(page.request, admin, { ...entry, partnerId: second.id, amount: '300.005' });
  await enter(page.request, admin, { entryKind: 'publisher_cost', day, amount: '80', publisherId: publisher.id });
  const due = { side: 'receivable', month, partyId: partner.id };
  await expectDue(page.request, admin, { ...due, exact: 200.01 });
  await expectDue(page.request, admin, { ...due, partyId: second.id, exact: 300.005 });
  await expectDue(page.request, admin, { ...due, side: 'payable', partyId: publisher.id, exact: 80 });

  // Drafts for all partners and publishers in one go, each equal to its cell of the statistics.
  const author = await newPerson(page.request, 'Management');
  await openAs(page, author, '/all-invoices?view=due');
  // Nothing is ticked, so the button is disabled.
  await expect(page.getByRole('button', { name: 'Create drafts', exact: true })).toBeDisabled();
  await choose(page, 'Up to month', words);
  await page.getByRole('searchbox', { name: 'Search parties that are due' }).fill(name);
  const row = page.getByRole('row').filter({ hasText: partner.name });
  await expect(row.getByText('€200.01')).toHaveCount(2);
  const cells = new Map<string, string>();
  for (const [party, amount, exact] of [
    [partner, '€200.01', '€200.01'],
    [second, '€300.01', '€300.005'],
  ] as const) {
    const link = page.getByRole('row').filter({ hasText: party.name }).getByRole('link', { name: amount });
    await expect(link).toHaveAttribute('title', exact);
    cells.set(party.name, (await link.getAttribute('href')) ?? '');
  }
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await expect(page.getByRole('list', { name: 'Sums of what is due' })).toContainText('Chosen: 2 parties');
  await page.getByRole('button', { name: 'Create 2 drafts' }).click();
  // A link leads to each draft that was made.
  const draftLinks = page.getByRole('list', { name: 'Drafts made' }).getByRole('link', { name: /^Open draft \d+$/ });
  await expect(draftLinks).toHaveCount(2);
  await choose(page, 'Side', 'Payable');
  await page.getByRole('searchbox', { name: 'Search parties that are due' }).fill(name);
  const cost = page.getByRole('row').filter({ hasText: publisher.name }).getByRole('link', { name: '80.00' });
  cells.set(publisher.name, (await cost.getAttribute('href')) ?? '');
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await page.getByRole('button', { name: 'Create 1 draft' }).click();
  await expect(draftLinks).toHaveCount(1);
  for (const [party, net] of [
    [partner, '200.01'],
    [second, '300.01'],
    [publisher, '80.00'],
  ] as const) {
    const shown = party === publisher ? 'columns[0]=26&kingstat=26' : 'columns[0]=9&columns[1]=11&kingstat=11';
    await page.goto(`/${cells.get(party.name)}&${shown}`);
    await expect(page.getByRole('grid').getByRole('row').filter({ hasText: party.name })).toContainText(net);
  }
  const drawer = page.getByRole('dialog', { name: /^(Invoice|Self-billed invoice) / });
  // The list may still show the drafts of the link before.
  const openDraftOf = (party: string) =>
    page
      .getByRole('row')
      .filter({ hasText: party })
      .getByRole('gridcell', { name: /^Draft \d+$/ })
      .click();
  await page.goto(`/#/all-invoices?publisher=${publisher.id}`);
  await openDraftOf(publisher.name);
  await expect(drawer.getByText('The statistics show €80.00 for the same facts.')).toBeVisible();
  await page.goto(`/#/all-invoices?partner=${second.id}`);
  await openDraftOf(second.name);
  await expect(drawer.getByText('€300.01').first()).toBeVisible();
  await page.goto(`/#/all-invoices?partner=${partner.id}`);
  await openDraftOf(partner.name);
  await expect(drawer.getByText('€240.01').first()).toBeVisible();
  await expect(drawer.getByText('The statistics show €200.01 for the same facts.')).toBeVisible();

  // One fact is disputed; a colleague accepts, and the manager corrects the draft by holding it back.
  const line = drawer.getByRole('row').filter({ hasText: '€99.68' });
  await line.getByRole('button', { name: /^Explain line/ }).click();
  const facts = drawer.getByRole('list', { name: /^Facts of line/ });
  await facts.getByRole('button', { name: 'Dispute' }).click();
  const dispute = page.getByRole('dialog', { name: 'Dispute the fact' });
  await dispute.getByRole('textbox', { name: 'Reason' }).fill('This was paid before.');
  await dispute.getByRole('button', { name: 'Dispute fact' }).click();
  await expect(drawer.getByRole('status').getByText('1 event, €99.68, is disputed.')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  await acceptDispute(browser, idIn(page));
  await page.reload();
  await expect(drawer.getByText('Answer: You are right.')).toBeVisible();
  await line.getByRole('button', { name: /^Explain line/ }).click();
  await facts.getByRole('button', { name: 'Hold back' }).click();
  const hold = page.getByRole('dialog', { name: 'Hold the fact back' });
  await hold.getByRole('textbox', { name: 'Reason' }).fill('Disputed');
  await hold.getByRole('button', { name: 'Hold back' }).click();
  await expect(drawer.getByText('€120.40').first()).toBeVisible();

  // A late fact arrives, and then the month is closed, so nobody can enter amounts in it any more.
  await enter(page.request, admin, { ...entry, amount: '55.55' });
  await expectDue(page.request, admin, { ...due, exact: 55.55 });
  const url = page.url();
  await page.goto('/#/all-invoices?view=months');
  await page.getByRole('button', { name: `Close ${words}` }).click();
  await confirm(page, /^Close /, 'Approve');
  await expect(page.getByRole('listitem').filter({ hasText: words })).toContainText('Closed');
  await expect(enter(page.request, admin, { ...entry, amount: '1' })).rejects.toThrow(`${month} is closed`);
  // Revenue of this month that the partner reports by postback still counts, on the day on which it became known.
  await postLateRevenue(page.request, admin, { partner, day, amount: '44.45' });
  await expectDue(page.request, admin, { ...due, month: new Date().toISOString().slice(0, 7), exact: 100 });
  await expectDue(page.request, admin, { ...due, exact: 55.55 });

  // The author cannot approve; somebody else does.
  await page.goto(url);
  await drawer.getByRole('button', { name: 'Propose for approval' }).click();
  await drawer.getByRole('link', { name: 'Show in approvals' }).click();
  await expect(page.getByText('You wrote a part of it. Somebody else has to decide.')).toBeVisible();
  const invoiceId = idIn(page);
  await approve(browser, invoiceId);
  await page.goto(`/#/all-invoices?document=${invoiceId}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click();
  await confirm(page, /^Issue /, 'Issue invoice');
  const invoice = page.getByRole('dialog', { name: /^Invoice SP-INV-\d{4}-\d{5}$/ });
  await expect(invoice.getByText('Issued', { exact: true })).toBeVisible();

  // The PDF says the same.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    invoice.getByRole('button', { name: 'PDF' }).click(),
  ]);
  const pdf = await bytesOf(download);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  expect(text).toContain('120.40');
  expect(text).toContain(partner.name);

  // A part is paid in another currency.
  await invoice.getByRole('button', { name: 'Record payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record a payment' });
  await expect(payment.getByRole('textbox', { name: 'Amount, EUR' })).toBeFocused();
  await payment.getByRole('textbox', { name: 'Currency' }).fill('USD');
  await payment.getByRole('textbox', { name: 'Amount, USD' }).fill('60');
  await payment.getByRole('textbox', { name: 'Settles, EUR' }).fill('500');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await expect(payment.getByText('At most €120.40 are open.')).toBeVisible();
  await payment.getByRole('textbox', { name: 'Settles, EUR' }).fill('50');
  await payment.getByRole('textbox', { name: 'Reference' }).fill('Wire 77');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await expect(invoice.getByText('Part-paid')).toBeVisible();
  await expect(invoice.getByText('€70.40').first()).toBeVisible();

  // A part is credited; the note is approved and issued like the invoice.
  await invoice.getByRole('button', { name: 'Credit', exact: true }).click();
  const credit = page.getByRole('dialog', { name: /^Credit SP-INV/ });
  await credit.getByRole('textbox', { name: 'Credit of line 1' }).fill('20');
  await credit.getByRole('textbox', { name: 'Reason' }).fill('Players were rejected');
  await credit.getByRole('button', { name: 'Make credit note' }).click();
  const note = await issue(page, browser, page.getByRole('dialog', { name: /^Credit note / }));
  await expect(note.getByText('€24.00').first()).toBeVisible();

  // The statement closes: 120.40 − 24.00 − 50.00.
  await page.goto(`/#/all-invoices?view=statements&partner=${partner.id}`);
  const statement = page.getByRole('region', { name: 'Statement in EUR' }).first();
  await expect(statement).toContainText('Opening €0.00 + documents €96.40 − settlements €50.00 = closing €46.40');
  await expect(statement.getByRole('row').filter({ hasText: 'Closing' })).toContainText('€46.40');

  // The late fact goes to the next month's draft, as an earlier period.
  await page.goto('/#/all-invoices?view=due');
  await choose(page, 'Up to month', nextWords);
  await page.getByRole('searchbox', { name: 'Search parties that are due' }).fill(partner.name);
  await expect(row.getByText('Earlier periods')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await page.getByRole('button', { name: 'Create 1 draft' }).click();
  await draftLinks.click();
  await expect(drawer.getByRole('row').filter({ hasText: '€55.55' }).getByText('Earlier period')).toBeVisible();
});
