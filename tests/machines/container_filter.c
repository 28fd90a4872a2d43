// container_filter COMMAND…: runs the command as container engines do by default: without the system calls that make namespaces, mount, trace
// the kernel or change the personality. Source: Docker's default seccomp profile, for a container without CAP_SYS_ADMIN.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <unistd.h>

static const char *const kRefused[] = {
    "unshare", "setns", "mount", "umount2", "pivot_root", "fsopen", "fsconfig", "fsmount", "move_mount", "open_tree", "mount_setattr", "bpf",
    "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "add_key", "keyctl", "request_key", "kcmp",
    "fanotify_init", "name_to_handle_at", "open_by_handle_at", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "sethostname",
    "setdomainname", "syslog", "quotactl", "acct", "swapon", "swapoff", "reboot", "init_module", "finit_module", "delete_module", "kexec_load",
};

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  int failed = filter == NULL;
  for (unsigned i = 0; !failed && i < sizeof kRefused / sizeof *kRefused; ++i) {
    failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), seccomp_syscall_resolve_name(kRefused[i]), 0) != 0;
  }
  // Programs fall back to clone, whose flags a filter can read.
  failed = failed || seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) != 0;
  const unsigned namespaces[] = {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET};
  for (unsigned i = 0; !failed && i < sizeof namespaces / sizeof *namespaces; ++i) {
    failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces[i], namespaces[i])) != 0;
  }
  // ADDR_NO_RANDOMIZE, which setarch -R asks for.
  failed = failed || seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(personality), 1, SCMP_A0(SCMP_CMP_EQ, 0x40000)) != 0;
  failed = failed || seccomp_load(filter) != 0;
  if (failed) {
    fprintf(stderr, "container_filter: the kernel does not take the filter\n");
    return 125;
  }
  execvp(argv[1], argv + 1);
  perror(argv[1]);
  return 127;
}
