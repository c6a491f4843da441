import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { robotPartnerScreen } from './robot-partner-screen.tsx';

export default function RobotPartnerFormPage({ add }: PageProps) {
  return <RecordFormPage screen={robotPartnerScreen} mode={modeOf({ add })} />;
}
