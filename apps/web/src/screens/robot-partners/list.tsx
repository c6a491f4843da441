import { RecordListPage } from '../../records/list-page.tsx';
import { robotPartnerScreen } from './robot-partner-screen.tsx';

export default function RobotPartnersPage() {
  return <RecordListPage screen={robotPartnerScreen} />;
}
