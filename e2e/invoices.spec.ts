import { expectNothingSerious } from './support/axe.ts';
import { bytesOf } from './support/files.ts';
import { enter, expectDue, issueInvoice, lastMonth, makeDraft, makeParty } from './support/invoices.ts';
import { call, choose, newPerson, openAs, sessionOf, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('a publisher makes an invoice of what is due, attaches the PDF and disputes a fact', async ({ page }) => {
  const admin = await sessionOf(page.request);
  const { month, words, day } = lastMonth();
  const publisher = await makeParty(page.request, admin, 'publishers');
  await enter(page.request, admin, { entryKind: 'publisher_cost', day, amount: '80', publisherId: publisher.id });
  await expectDue(page.request, admin, { side: 'payable', month, partyId: publisher.id, exact: 80 });
  const person = await newPerson(page.request, 'Publisher', { publisherId: publisher.id });
  await openAs(page, person, '/my-invoices?view=due');
  await choose(page, 'Up to month', words);
  await page.getByRole('gridcell', { name: publisher.name }).click();
  const form = page.getByRole('dialog', { name: `Invoice of ${publisher.name}` });
  await form.getByText('Yes').click();
  await form.getByRole('textbox', { name: 'Number of your invoice' }).fill('R-2026-17');
  await expect(form.getByRole('button', { name: 'Create invoice' })).toBeDisabled();
  const attach = async (name: string, text: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      form.getByRole('button', { name: /^Choose a/ }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) });
  };
  await attach('invoice.pdf', 'This is a text.');
  await form.getByRole('button', { name: 'Create invoice' }).click();
  await expect(form.getByText('This file is not a PDF.')).toBeVisible();
  await attach('invoice.pdf', '%PDF-1.7 The publisher’s own invoice. %%EOF');
  await form.getByRole('button', { name: 'Create invoice' }).click();
  const drawer = page.getByRole('dialog', { name: 'Received invoice R-2026-17' });
  await expect(drawer.getByRole('button', { name: /^invoice\.pdf/ })).toBeVisible();
  await drawer.getByRole('button', { name: /^Explain line/ }).click();
  await drawer.getByRole('button', { name: 'Dispute' }).click();
  const dispute = page.getByRole('dialog', { name: 'Dispute the fact' });
  await dispute.getByRole('textbox', { name: 'Reason' }).fill('One day is missing.');
  await dispute.getByRole('button', { name: 'Dispute fact' }).click();
  await expect(drawer.getByText('One day is missing.').first()).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Propose for approval' }).click();
  await expect(drawer.getByText('Waits for approval', { exact: true })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Issue', exact: true })).toHaveCount(0);
});

test('a publisher reads and disputes what staff drafted in its name, and finds no button for anything else', async ({
  page,
}) => {
  const admin = await sessionOf(page.request);
  const { month, day } = lastMonth();
  const publisher = await makeParty(page.request, admin, 'publishers');
  await enter(page.request, admin, { entryKind: 'publisher_cost', day, amount: '60', publisherId: publisher.id });
  await expectDue(page.request, admin, { side: 'payable', month, partyId: publisher.id, exact: 60 });
  await makeDraft(page.request, admin, { side: 'payable', month, partyId: publisher.id });
  const person = await newPerson(page.request, 'Publisher', { publisherId: publisher.id });
  await openAs(page, person, '/my-invoices');
  await page.getByRole('gridcell', { name: publisher.name }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: /^Explain line/ }).click();
  await expect(drawer.getByRole('button', { name: 'Dispute' })).toBeVisible();
  for (const name of ['Edit', 'Delete draft', 'Propose for approval', 'Hold back', 'Attach PDF', 'Accept', 'Issue'])
    await expect(drawer.getByRole('button', { name, exact: true }), name).toHaveCount(0);
  await expect(drawer.getByText('Approvals')).toHaveCount(0);
  await expect(drawer.getByText('Staff: created')).toBeVisible();
});

test('every view of the invoices is accessible, also on a phone', async ({ page }) => {
  await openAs(page, 'Admin', '/all-invoices');
  await page
    .getByRole('gridcell', { name: /^SP-INV-/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByText('Lines (').first()).toBeVisible();
  await expectNothingSerious(page);
  for (const view of ['due', 'payments', 'disputes', 'statements', 'months', 'entities', 'rules']) {
    await page.goto(`/#/all-invoices?view=${view}`);
    await expect(page.getByRole('navigation', { name: 'Views' }).locator('[aria-current]')).toBeVisible();
    await expectNothingSerious(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const address of ['/all-invoices', '/all-invoices?view=rules', '/my-invoices?view=due', '/credit-notes']) {
    await page.goto(`/#${address}`);
    await expect(page.getByRole('main')).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, address).toBeLessThanOrEqual(0);
    await expectNothingSerious(page);
  }
});

test('a filtered list of documents is kept as a view, and exported whole', async ({ page }) => {
  const person = await newPerson(page.request, 'Management');
  await openAs(page, person, '/all-invoices?side=receivable&state=issued');
  const numbers = page.getByRole('gridcell', { name: /^SP-INV-/ });
  await expect(numbers.first()).toBeVisible();
  const name = unique('Open receivables');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText(`View “${name}” saved.`)).toBeVisible();
  await page.goto('/#/all-invoices');
  await expect(page.getByText('is Receivable')).toHaveCount(0);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(page.getByText('is Receivable')).toBeVisible();
  await expect(page).toHaveURL(/side=receivable/);

  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const lines = (await bytesOf(file)).toString('utf8').trimEnd().split('\r\n').slice(1);
  const shown = await numbers.allInnerTexts();
  expect(lines.map((line) => line.split(',')[1])).toEqual(shown);
  for (const line of lines) expect(line).toContain(',Receivable,');
});

test('a credit note begins with what is disputed, line by line', async ({ page }) => {
  const admin = await sessionOf(page.request);
  const { month, day } = lastMonth();
  const partner = await makeParty(page.request, admin, 'partners');
  const entry = { entryKind: 'revenue', day, partnerId: partner.id } as const;
  await enter(page.request, admin, { ...entry, amount: '70.5' });
  await enter(page.request, admin, { ...entry, amount: '30', geoId: partner.geoId });
  await expectDue(page.request, admin, { side: 'receivable', month, partyId: partner.id, exact: 100.5 });
  const id = await issueInvoice(page.request, admin, { month, partyId: partner.id });
  const facts = await call<{ factId: string; exact: string }[]>(page.request, admin, 'GET', `documents/${id}/facts`);
  const disputed = facts.find(({ exact }) => Number(exact) === 70.5);
  await call(page.request, admin, 'POST', `documents/${id}/disputes`, { factId: disputed?.factId, reason: 'Twice' });

  await openAs(page, 'Admin', `/all-invoices?document=${id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Credit', exact: true }).click();
  const credit = page.getByRole('dialog', { name: /^Credit SP/ });
  const line = credit.getByRole('listitem').filter({ hasText: '€70.50' }).getByRole('textbox');
  const other = credit.getByRole('listitem').filter({ hasText: '€30.00' }).getByRole('textbox');
  await expect(line).toHaveValue('70.50');
  await expect(other).toHaveValue('');
  await credit.getByRole('button', { name: 'Credit everything' }).click();
  await expect(other).toHaveValue('30');
  await credit.getByRole('button', { name: 'Credit what is disputed' }).click();
  await expect(other).toHaveValue('');
  await credit.getByRole('textbox', { name: 'Reason' }).fill('Counted twice');
  await credit.getByRole('button', { name: 'Make credit note' }).click();
  const note = page.getByRole('dialog', { name: /^Credit note / });
  await expect(note.getByText('€70.50').first()).toBeVisible();
});
