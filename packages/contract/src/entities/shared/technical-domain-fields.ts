import { fields } from '../../define/field.ts';
import { HOST_NAME } from './fields.ts';

export const TECHNICAL_DOMAIN = fields({
  name: HOST_NAME,
  domainRole: {
    kind: 'choice',
    label: 'Role',
    required: true,
    default: 'standby',
    options: [
      { value: 'serving', label: 'Serving', tone: 'good' },
      { value: 'standby', label: 'Standby' },
      { value: 'burnt', label: 'Burnt', tone: 'bad' },
    ],
  },
  rotationWeight: {
    kind: 'integer',
    label: 'Rotation',
    min: 0,
    max: 100,
    required: true,
    default: 1,
    help: 'The share of traffic among the serving domains. 0 takes the domain out of rotation.',
  },
  registrar: { kind: 'text', label: 'Registrar', max: 120, search: true },
  expiresOn: { kind: 'date', label: 'Expires' },
  tags: { kind: 'tags', label: 'Tags' },
});
