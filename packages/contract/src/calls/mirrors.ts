/** Switches a brand's traffic in one geo to another mirror. */
import { recordRowOf } from '../define/record-schema.ts';
import { mbgMirror } from '../entities/mbg-mirror.ts';
import { defineCall, idParams } from './define-call.ts';

export const activateMirror = defineCall({
  name: 'activateMirror',
  summary: 'Makes a mirror the active one of its brand and geo.',
  tag: mbgMirror.many,
  method: 'POST',
  repeat: 'state',
  path: 'mbg-mirrors/:id/activate',
  access: { record: mbgMirror, verb: 'edit' },
  rows: { of: mbgMirror },
  params: idParams,
  answer: recordRowOf(mbgMirror),
});
