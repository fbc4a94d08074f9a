import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';

/** A button for what cannot be taken back: it asks once, and says what will be. */
export function ConfirmButton({
  label,
  consequence,
  disabled = false,
  onConfirm,
}: {
  label: string;
  consequence: string;
  disabled?: boolean;
  onConfirm: () => void;
}) {
  const { t } = useTranslation('office');
  return (
    <DialogTrigger>
      <Button className="button button-danger" isDisabled={disabled}>
        {label}
      </Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="card dialog">
          <Dialog role="alertdialog" className="stack">
            {({ close }) => (
              <>
                <Heading slot="title" level={2}>
                  {label}
                </Heading>
                <p>{consequence}</p>
                <div className="row">
                  <Button className="button" autoFocus onPress={close}>
                    {t('cancel')}
                  </Button>
                  <Button
                    className="button button-danger"
                    onPress={() => {
                      close();
                      onConfirm();
                    }}
                  >
                    {t('confirm')}
                  </Button>
                </div>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
