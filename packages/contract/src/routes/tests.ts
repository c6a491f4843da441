import { add, copy, edit, list, tool, view } from './shape.ts';

const DT = ['D', 'T'] as const;
const DOT = ['D', 'O', 'T'] as const;
const DSOT = ['D', 'S', 'O', 'T'] as const;

/** Screens of the group Links & tests: templates, buttons, push, codes, links. */
export const testRoutes = {
  templates: list('/templates', 'Templates', DOT, 'template'),
  templatesAdd: add('/templates/add', 'Add template', DOT, 'templates'),
  templatesEdit: edit('/templates/edit/$id', 'Edit template', DOT, 'templates'),
  templatesDefaults: edit('/templates/defaults/$id', 'Template defaults', DOT, 'templates'),
  templatesDefaultsBanner: edit('/templates/defaults/$id/$bannerId', 'Template defaults of a banner', DOT, 'templates'),
  buttons: list('/buttons', 'Buttons', DOT, 'click'),
  buttonsAdd: add('/buttons/add', 'Add button', DOT, 'buttons'),
  buttonsEdit: edit('/buttons/edit/$id', 'Edit button', DOT, 'buttons'),
  buttonsDuplicate: copy('/buttons/duplicate/$duplicateId', 'Duplicate button', DOT, 'buttons'),
  pushNotifications: list('/push-notification', 'Push notifications', DT, 'bell-ringing'),
  pushNotificationsAdd: add('/push-notification/add', 'Add push notification', DT, 'pushNotifications'),
  pushNotificationsEdit: edit('/push-notification/edit/$id', 'Edit push notification', DT, 'pushNotifications'),
  referralCodes: list('/referral-codes', 'Referral codes', DT, 'ticket'),
  referralCodesAdd: add('/referral-codes/add', 'Add referral code', DT, 'referralCodes'),
  referralCodesEdit: edit('/referral-codes/edit/$id', 'Edit referral code', DT, 'referralCodes'),
  linksChecker: list('/links-checker', 'Links checker', DSOT, 'unlink'),
  linksCheckerDownload: view('/links-checker/download/$downloadId', 'Download link check', DSOT, 'linksChecker'),
  linksCheckerForm: tool('/links-checker-form', 'Check links', DSOT, { icon: 'forms', extraProps: { mode: 'form' } }),
  linksCheckerUpload: tool('/links-checker-upload', 'Check links of a file', DSOT, {
    icon: 'file-upload',
    extraProps: { mode: 'upload' },
  }),
  linksCheckerUploadEmail: tool('/links-checker-upload-email', 'Check links by email', DSOT, {
    icon: 'mail-forward',
    extraProps: { mode: 'email' },
  }),
};
