/* fuzz_certificate.c - certificates are checked or refused. */
#include <demesne/record.h>
#include <demesne/verify.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    dm_certificate *certificate = NULL;
    dm_run *run = NULL;
    dm_verdict verdict;
    if (dm_certificate_read_memory("fuzz", bytes, size, &certificate, NULL) != DM_OK)
        return 0;
    if (dm_run_new(&run, NULL) == DM_OK) {
        dm_run_set_work_limit(run, 2000);
        for (int32_t i = 0; i < certificate->strategy_count; i++)
            dm_verify(certificate->game->position, certificate->strategies[i], run, &verdict, NULL);
    }
    dm_run_free(run);
    dm_certificate_free(certificate);
    return 0;
}
