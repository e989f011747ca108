import { Text } from '@mantine/core';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useActor } from '../../platform/workspace/actor.ts';
import { Row } from '../../ui/list/row.tsx';
import { ButtonLink, TextLink } from '../../ui/nav/link.tsx';
import { agreementMessages } from './messages.ts';
import { useAgreements } from './queries.ts';
import { SignAgreement } from './signAgreement.tsx';

/** Shows how the data-processing agreement stands: the version that is offered, and those signed before. */
export function AgreementRow({ workspace, askerName }: { workspace: string; askerName: string }) {
  const t = useMessages(agreementMessages);
  const agreements = useAgreements();
  const isOwner = useActor()?.isOwner === true;
  if (!agreements) return null;
  const { offered, current, earlier } = agreements;
  if (!offered && earlier.length === 0) return null;
  const version = offered?.version ?? '';
  const signed = current?.signature;
  return (
    <Row label={t('agreement')}>
      {offered && (
        <Text>
          {signed
            ? t('signed', { version, name: signed.name, day: formatDate(signed.signedAt) })
            : current
              ? t('waiting', { version })
              : t('isOffered', { version })}
        </Text>
      )}
      {offered &&
        !current &&
        (isOwner ? (
          <SignAgreement workspace={workspace} offered={offered} askerName={askerName} />
        ) : (
          <Text>{t('ownerSigns')}</Text>
        ))}
      {current && (
        <ButtonLink
          variant="default"
          to="/$workspace/signatures/$signing"
          params={{ workspace, signing: current.request.id }}
        >
          {t(signed || !isOwner ? 'show' : 'readAndSign')}
        </ButtonLink>
      )}
      {earlier.map(({ request, signature }) => (
        <TextLink
          key={request.id}
          to="/$workspace/signatures/$signing"
          params={{ workspace, signing: request.id }}
        >
          {t('earlier', { name: request.name, day: formatDate(signature.signedAt) })}
        </TextLink>
      ))}
    </Row>
  );
}
